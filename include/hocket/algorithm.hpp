// SPDX-License-Identifier: BSD-3-Clause
// An algorithm of your own in a shared library, without changing Hocket: write it as those in src/algorithms are
// written, and end the file with
//
//     HOCKET_ALGORITHMS(hocket::make_row<mine, hocket::bytes>("bcast", "mine", ...).costs(...).from(...))
//
// HOCKET_PLUGIN=FILE then puts it into the catalogue of every program, of hocket check and of hocket simulate.
#pragma once
#include "catalogue/make_row.hpp"
#include "hocket/stamp.h"
#include "hocket/version.h"

#if defined(_GLIBCXX_USE_CXX11_ABI)
#define HOCKET_PLUGIN_STRINGS ", strings of libstdc++ " HOCKET_PLUGIN_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#define HOCKET_PLUGIN_STRINGS ", strings of another library"
#endif
#define HOCKET_PLUGIN_TEXT_OF(x) #x
#define HOCKET_PLUGIN_TEXT(x) HOCKET_PLUGIN_TEXT_OF(x)

// What has to be equal where a plugin is built and where it is loaded.
#define HOCKET_PLUGIN_STAMP "hocket " HOCKET_VERSION ", headers " HOCKET_HEADERS HOCKET_PLUGIN_STRINGS

// Rows of the catalogue, with commas between them; once in a plugin.
#define HOCKET_ALGORITHMS(...)                                                                                         \
    extern "C" [[gnu::visibility("default")]] const char* hocket_plugin_stamp()                                        \
    {                                                                                                                  \
        return HOCKET_PLUGIN_STAMP;                                                                                    \
    }                                                                                                                  \
    extern "C" [[gnu::visibility("default")]] void hocket_plugin_rows(std::vector<hocket::row>& into)                  \
    {                                                                                                                  \
        into = {__VA_ARGS__};                                                                                          \
    }

// SPDX-License-Identifier: BSD-3-Clause
#include "tool/commands.hpp"

int main(int argc, char** argv)
{
    return hocket::run_tool(argc, argv);
}

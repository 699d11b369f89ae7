// The rows of a table as columns of numbers: how they are shown, sorted, filtered and written as CSV.
"use strict";
const fixed = (value, digits) => value.toFixed(digits).replace("-", "\u2212");
const size = value => {
  for (const [unit, whole] of [["G", 2 ** 30], ["M", 2 ** 20], ["K", 2 ** 10]])
    if (value && value % whole === 0) return value / whole + unit;
  return String(value);
};
const FORMATS = {
  bytes: size,
  count: value => String(Math.trunc(value)),
  us: value => fixed(value, 2),
  ratio: value => fixed(value, 3),
  share: value => fixed(100 * value, 1) + " %",
};
const shown = (column, row) => {
  const value = column.values[row];
  if (column.words) return column.words[value];
  return value === null ? "" : FORMATS[column.kind](value);
};

// Words are sorted already, so their numbers compare as they do; what is not known comes last either way.
function compare(column, falling) {
  const values = column.values, sign = falling ? -1 : 1;
  return (a, b) => {
    const x = values[a], y = values[b];
    if (x === y) return 0;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  };
}

function bytesOf(text) {
  const match = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(text);
  return match ? Number(match[1]) * { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[match[2].toLowerCase()] : NaN;
}

// A word must occur in some text of a row; title=value must hold in that column.
function test(columns, word) {
  const [title, wanted] = word.split("=");
  const named = wanted === undefined ? undefined : columns.find(column => column.title.trim().toLowerCase() === title);
  if (named && !named.words) return row => named.values[row] === bytesOf(wanted);
  const searched = (named ? [named] : columns.filter(column => column.words)).map(column => {
    const fits = column.words.map(text => text.toLowerCase().includes(named ? wanted : word));
    return row => fits[column.values[row]];
  });
  return row => searched.some(fits => fits(row));
}

function filtered(columns, order, query) {
  const tests = query.toLowerCase().split(/\s+/).filter(Boolean).map(word => test(columns, word));
  return tests.length ? order.filter(row => tests.every(fits => fits(row))) : order;
}

function csv(columns, rows) {
  const quoted = value => /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  const raw = (column, row) => {
    const value = column.values[row];
    return column.words ? quoted(column.words[value]) : value === null ? "" : String(value);
  };
  const lines = [columns.map(column => quoted(column.csv)).join(",")];
  for (const row of rows) lines.push(columns.map(column => raw(column, row)).join(","));
  return lines.join("\r\n") + "\r\n";
}

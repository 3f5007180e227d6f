// SPDX-License-Identifier: BSD-3-Clause
// One look for each part of the time, the same in all graphs: a colour and a pattern, so that parts are told apart
// without colours too.
const tileSize = 8;
const patterns = {
  plain: () => false,
  rising: (x, y) => (x + y) % 8 < 3,
  falling: (x, y) => (x - y + 8) % 8 < 2,
  rows: (x, y) => y % 4 === 0,
  columns: (x, y) => x % 4 === 0,
  dots: (x, y) => x % 4 < 2 && y % 4 < 2,
  grid: (x, y) => x % 8 === 0 || y % 8 === 0,
  cross: (x, y) => (x + y) % 8 === 0 || (x - y + 8) % 8 === 0,
  checks: (x, y) => (x % 8 < 4) === (y % 8 < 4),
  sparse: (x, y) => (x === 1 && y === 1) || (x === 5 && y === 5) || (x === 2 && y === 1) || (x === 6 && y === 5),
};
const looks = {
  computation: {fill: "#b7dcae", mark: "#b7dcae", pattern: patterns.plain},
  waiting: {fill: "#fde0d8", mark: "#c9301c", pattern: patterns.rising},
  other: {fill: "#c6cacf", mark: "#6a7077", pattern: patterns.rows},
  communication: {fill: "#34516f", mark: "#8fb0d4", pattern: patterns.columns},
  calls: [
    {fill: "#1f55a5", mark: "#1f55a5", pattern: patterns.plain},
    {fill: "#f0a020", mark: "#8a5600", pattern: patterns.columns},
    {fill: "#8e2a86", mark: "#e7b6e2", pattern: patterns.dots},
    {fill: "#62b7ea", mark: "#11557f", pattern: patterns.falling},
    {fill: "#d3590a", mark: "#ffd2ad", pattern: patterns.grid},
    {fill: "#0b8a68", mark: "#a8efd9", pattern: patterns.sparse},
    {fill: "#eee05a", mark: "#7c7300", pattern: patterns.cross},
    {fill: "#d488b3", mark: "#6d2a50", pattern: patterns.rows},
    {fill: "#6f5134", mark: "#c9ab8d", pattern: patterns.checks},
  ],
};

function lookOf(part, count) {
  if (part === 0) return looks.computation;
  if (part === 1) return looks.waiting;
  if (part < count - 1) return looks.calls[part - 2];
  return count === 3 ? looks.communication : looks.other;
}

// A colour as a pixel of ImageData on a little-endian machine.
function pixelOf(colour) {
  const value = parseInt(colour.slice(1), 16);
  return (0xff000000 | (value & 0xff) << 16 | (value & 0xff00) | value >> 16) >>> 0;
}

// The pattern as pixels, row by row.
function tilePixels(look) {
  const pixels = new Uint32Array(tileSize * tileSize);
  const fill = pixelOf(look.fill), mark = pixelOf(look.mark);
  for (let y = 0; y < tileSize; ++y) {
    for (let x = 0; x < tileSize; ++x) pixels[y * tileSize + x] = look.pattern(x, y) ? mark : fill;
  }
  return pixels;
}

function tileCanvas(look, width = tileSize, height = tileSize) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  const out = new Uint32Array(image.data.buffer), tile = tilePixels(look);
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) out[y * width + x] = tile[(y % tileSize) * tileSize + x % tileSize];
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

function fillLegend(list, parts) {
  parts.forEach((name, part) => {
    const item = document.createElement("li");
    item.append(tileCanvas(lookOf(part, parts.length), 24, 16), name);
    list.append(item);
  });
}

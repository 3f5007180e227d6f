// SPDX-License-Identifier: BSD-3-Clause
// Paints rows straight into pixels: the work of a frame depends on the size of the picture, not on the number of events.
class Raster {
  constructor(width, height, looks) {
    this.width = width;
    this.height = height;
    this.tiles = looks.map(tilePixels);
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  clear() {
    this.pixels.fill(0);
  }

  column(x, from, to, tile) {
    const {pixels, width} = this, across = x & 7;
    for (let y = from, at = from * width + x; y < to; ++y, at += width) pixels[at] = tile[(y & 7) << 3 | across];
  }

  // The rows' own top and bottom may lie outside of the picture.
  row(columns, top, height, {shares, begun}) {
    const count = this.tiles.length;
    const first = Math.max(0, top), last = Math.min(this.height, top + height);
    if (first >= last) return;
    for (let x = 0, at = 0; x < columns; ++x, at += count) {
      let most = 0, sum = 0;
      for (let part = 0; part < count; ++part) {
        const share = shares[at + part];
        sum += share;
        if (share > shares[at + most]) most = part;
      }
      if (sum < 0.02) continue;
      // The border between two long events is no mixture.
      if (shares[at + most] > 0.985 || (begun !== null && begun[x] < 2)) {
        if (sum > 0.5) this.column(x, first, last, this.tiles[most]);
      } else {
        this.mixture(x, first, last, top + height, height, shares, at);
      }
    }
  }

  // Parts on top of each other, the first at the bottom.
  mixture(x, first, last, bottom, height, shares, at) {
    let sum = 0, to = bottom;
    for (let part = 0; part < this.tiles.length; ++part) {
      const share = shares[at + part];
      if (share <= 0) continue;
      sum += share;
      const from = bottom - (height * Math.min(1, sum) + 0.5 | 0);
      if (from < to) this.column(x, Math.max(first, from), Math.min(last, to), this.tiles[part]);
      to = from;
    }
  }
}

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
    const {pixels, width} = this, across = x % tileSize;
    for (let y = from; y < to; ++y) pixels[y * width + x] = tile[(y % tileSize) * tileSize + across];
  }

  // The rows' own top and bottom may lie outside of the picture.
  row(left, columns, top, height, shares, events) {
    const count = this.tiles.length;
    const first = Math.max(0, top), last = Math.min(this.height, top + height);
    if (first >= last) return;
    for (let column = 0; column < columns; ++column) {
      let most = 0, sum = 0;
      for (let part = 0; part < count; ++part) {
        const share = shares[column * count + part];
        sum += share;
        if (share > shares[column * count + most]) most = part;
      }
      if (sum < 0.02) continue;
      const x = left + column;
      // The border between two long events is no mixture.
      const single = shares[column * count + most] > 0.985 || (events && events[column] < 2);
      if (single) {
        if (sum > 0.5) this.column(x, first, last, this.tiles[most]);
        continue;
      }
      this.mixture(x, first, last, top + height, height, shares, column * count);
    }
  }

  // Parts on top of each other, the first at the bottom.
  mixture(x, first, last, bottom, height, shares, at) {
    let below = 0;
    for (let part = 0; part < this.tiles.length; ++part) {
      const share = shares[at + part];
      if (share <= 0) continue;
      const from = Math.round(bottom - height * Math.min(1, below + share)), to = Math.round(bottom - height * below);
      this.column(x, Math.max(first, from), Math.min(last, to), this.tiles[part]);
      below += share;
    }
  }
}

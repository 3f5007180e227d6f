// SPDX-License-Identifier: BSD-3-Clause
// The critical path in the timing diagram: a dotted line along the lower edges of the bars that decide the predicted time, and from one
// process to the next.
class Path {
  constructor(segments, rowOfRank) {
    const shown = segments.filter(([rank]) => rowOfRank.has(rank));
    this.count = shown.length;
    this.row = Uint32Array.from(shown, ([rank]) => rowOfRank.get(rank));
    this.begin = Float64Array.from(shown, each => each[1]);
    this.end = Float64Array.from(shown, each => each[2]);
  }

  // Neighbours on one row within a pixel are one stroke.
  draw(context, diagram) {
    const {from, to} = diagram.view;
    const first = Math.max(0, firstAfter(this.end, this.count, from) - 1), last = Math.min(this.count, firstAfter(this.begin, this.count, to) + 1);
    if (first >= last) return;
    context.beginPath();
    let row = -1, x = -Infinity;
    for (let i = first; i < last; ++i) {
      const {top, height} = diagram.bar(this.row[i]), y = top + height - 2;
      const begin = diagram.x(this.begin[i]), end = diagram.x(this.end[i]);
      if (this.row[i] === row && end - x < 1) continue;
      if (row < 0) context.moveTo(begin, y);
      else if (this.row[i] !== row) context.lineTo(begin, y);
      context.lineTo(end, y);
      row = this.row[i];
      x = end;
    }
    context.lineJoin = "round";
    context.strokeStyle = cssColour("--page");
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = cssColour("--path");
    context.lineWidth = 2.5;
    context.setLineDash([5, 2.5]);
    context.stroke();
    context.setLineDash([]);
  }
}

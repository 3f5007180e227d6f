// SPDX-License-Identifier: BSD-3-Clause
// What the program has marked (revprof_marker), in the timing diagram: a small flag on its process's bar, whose text is told.
const flagHalf = 4, flagHeight = 7;

class Markers {
  // [row, time, text], in the order of time.
  constructor(markers) {
    this.all = markers;
    this.times = Float64Array.from(markers, ([, time]) => time);
  }

  inView({from, to}) {
    return this.all.slice(firstAfter(this.times, this.times.length, from - 1), firstAfter(this.times, this.times.length, to));
  }

  draw(context, diagram) {
    context.fillStyle = cssColour("--text");
    for (const [row, time] of this.inView(diagram.view)) {
      const x = diagram.x(time), {top} = diagram.bar(row);
      context.beginPath();
      context.moveTo(x, top + flagHeight);
      context.lineTo(x - flagHalf, top);
      context.lineTo(x + flagHalf, top);
      context.fill();
    }
  }

  // The text of the nearest one at this place; null: there is none.
  textAt(diagram, x, y, row) {
    const {top} = diagram.bar(row);
    if (y > top + flagHeight) return null;
    let nearest = null, least = flagHalf + 1;
    for (const [on, time, text] of this.inView(diagram.view)) {
      const distance = Math.abs(diagram.x(time) - x);
      if (on === row && distance < least) [nearest, least] = [[time, text], distance];
    }
    if (!nearest) return null;
    return `process ${diagram.rows[row].rank}: marker "${nearest[1]}"\nat ${diagram.details.clock(nearest[0], diagram.length)}`;
  }
}

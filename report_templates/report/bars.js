// SPDX-License-Identifier: BSD-3-Clause
// Bars on a canvas, side by side from left to right and one row for each label, over an axis of time; resting on a bar tells
// what it is made of.
class Bars {
  // series: {name, look, values}, a value in seconds for each label.
  constructor(canvas, labels, series, axisTitle, legend) {
    Object.assign(this, {canvas, labels, series, axisTitle, legend, height: canvas.parentElement.clientHeight});
    this.sums = labels.map((_, row) => series.reduce((sum, one) => sum + one.values[row], 0));
    this.longest = Math.max(...this.sums, 1e-12);
    this.unit = timeUnit(this.longest);
    this.pointed = event => canvas.title = this.textAt(event.offsetY);
    canvas.addEventListener("mousemove", this.pointed);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentElement);
    this.resize();
  }

  destroy() {
    this.observer.disconnect();
    this.canvas.removeEventListener("mousemove", this.pointed);
  }

  resize(width = this.canvas.parentElement.clientWidth, height = this.height) {
    const scale = window.devicePixelRatio || 1, {canvas} = this;
    this.width = width;
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    this.context = canvas.getContext("2d");
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.context.font = "12px system-ui, Arial, sans-serif";
    this.context.textBaseline = "middle";
    const labelWidth = Math.max(...this.labels.map(label => this.context.measureText(label).width));
    this.left = Math.min(labelWidth + 10, width / 3);
    this.right = width - 16;
    this.top = this.legend ? 26 : 4;
    this.bottom = height - 40;
    this.row = (this.bottom - this.top) / this.labels.length;
    this.draw();
  }

  x(seconds) {
    return this.left + (this.right - this.left) * seconds / this.longest;
  }

  draw() {
    this.drawAxis();
    const thickness = Math.min(30, 0.82 * this.row), {context} = this;
    const looks = this.series.map(one => context.createPattern(tileCanvas(one.look), "repeat"));
    for (let row = 0; row < this.labels.length; ++row) {
      const y = this.top + this.row * (row + 0.5) - thickness / 2;
      let from = 0;
      for (const [i, one] of this.series.entries()) {
        const to = from + one.values[row];
        context.fillStyle = looks[i];
        context.fillRect(this.x(from), y, this.x(to) - this.x(from), thickness);
        context.fillStyle = "rgb(0 0 0 / .55)";
        if (to > from) context.fillRect(this.x(to) - 0.6, y, 0.6, thickness);
        from = to;
      }
    }
    if (this.legend) this.drawLegend(looks);
  }

  drawAxis() {
    const {context} = this, {unit} = this;
    const {step, values} = ticks(0, this.longest / unit.seconds, Math.max(2, this.width / 110));
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    context.textAlign = "center";
    for (const value of values) {
      const x = this.x(value * unit.seconds);
      context.fillStyle = cssColour("--line");
      context.fillRect(x, this.top, 1, this.bottom - this.top + 4);
      context.fillStyle = cssColour("--text");
      context.fillText(value.toFixed(decimals), x, this.bottom + 13);
    }
    context.fillText(`${this.axisTitle} in ${unit.name}`, (this.left + this.right) / 2, this.bottom + 31);
    context.textAlign = "right";
    const every = Math.ceil(13 / this.row);  // labels that would overlap are left out
    for (let row = 0; row < this.labels.length; row += every) {
      context.fillText(this.labels[row], this.left - 6, this.top + this.row * (row + 0.5), this.left - 6);
    }
  }

  drawLegend(looks) {
    const {context} = this;
    let x = this.left;
    context.textAlign = "left";
    for (const [i, one] of this.series.entries()) {
      context.fillStyle = looks[i];
      context.fillRect(x, 4, 24, 14);
      context.fillStyle = cssColour("--text");
      context.fillText(one.name, x + 30, 11);
      x += 46 + context.measureText(one.name).width;
    }
  }

  textAt(y) {
    const row = Math.floor((y - this.top) / this.row);
    if (!(row >= 0 && row < this.labels.length)) return "";
    const parts = this.series.filter(one => one.values[row] > 0);
    return [this.labels[row], ...parts.map(one => `${one.name}: ${timeText(one.values[row])}`)].join("\n");
  }
}

// SPDX-License-Identifier: BSD-3-Clause
// Draws the page, again in other colours or widths, and for paper.
class Page {
  constructor() {
    this.data = JSON.parse(document.getElementById("data").textContent);
    this.charts = [];
    this.dark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.button = document.getElementById("theme");
    this.button.hidden = false;
    this.button.addEventListener("click", () => this.setDark(!this.dark));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", event => this.setDark(event.matches));
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    this.setColours();
    fillLegend(document.getElementById("legend"), this.data.parts);
    fillProcessTable(this.data);
    this.drawCharts();
    this.drawTimeline();
    if (document.getElementById("matrix-canvas")) this.matrix = new Matrix(this.data);
    let width = innerWidth;
    window.addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      this.layout();
    });
  }

  setColours() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    colours.clear();
    this.button.textContent = this.dark ? "Light" : "Dark";
  }

  setDark(dark) {
    this.dark = dark;
    this.setColours();
    this.drawCharts();
    if (this.diagram) this.diagram.draw();
    if (this.matrix) this.matrix.draw();
  }

  drawCharts() {
    this.charts.forEach(chart => chart.destroy());
    this.charts = this.data.lanes.length > 0 ? [drawLanes(this.data)] : [];
    if (this.data.seconds.length > 0) this.charts.push(drawWhole(this.data), drawProcesses(this.data));
  }

  drawTimeline() {
    const packed = document.getElementById("timeline");
    if (!document.getElementById("rows")) return;
    const rows = decodeTrace(this.data.trace, packed.textContent);
    packed.remove();
    this.diagram = new Diagram(rows, this.data);
    this.moves = new DiagramMoves(this.diagram);
  }

  layout() {
    if (this.diagram) {
      this.diagram.layout();
      this.moves.layout();
    }
    if (this.matrix) this.matrix.draw();
  }

  // Paper is light, and narrower than most windows.
  print(begins) {
    if (begins) this.darkBefore = this.dark;
    this.setDark(begins ? false : this.darkBefore);
    this.layout();
    this.charts.forEach(chart => begins ? chart.resize(700) : chart.resize());
  }
}

window.revprof = new Page();

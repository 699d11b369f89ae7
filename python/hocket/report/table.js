// A table in its scroll region. Only the rows in sight are elements: two more hold the place of those above and below.
class Table {
  constructor(place) {
    this.data = JSON.parse(place.querySelector("script[type='application/json']").textContent);
    this.order = Uint32Array.from({ length: this.data.rows }, (_, row) => row);
    this.rows = this.order;
    this.query = "";
    this.sorted = { column: this.data.sorted, falling: this.data.sorted !== null };
    this.place = place;
    this.scroll = place.querySelector(".scroll");
    this.body = place.querySelector("tbody");
    this.height = this.body.rows.length ? this.body.rows[0].getBoundingClientRect().height : 32;
    this.heads = [...place.querySelectorAll("th")];
    place.querySelector("table").setAttribute("aria-rowcount", this.data.rows + 1);
    place.querySelector("thead tr").setAttribute("aria-rowindex", 1);
    this.listen();
    this.fill();
    this.tell();
  }

  listen() {
    this.heads.forEach((head, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      button.addEventListener("click", () => this.sort(i));
      head.replaceChildren(button);
    });
    this.scroll.addEventListener("scroll", () => this.fill(), { passive: true });
    addEventListener("resize", () => this.fill());
    let waiting;
    this.place.querySelector("input").addEventListener("input", event => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.filter(event.target.value), 120);
    });
    this.place.querySelector(".csv").addEventListener("click", () => this.download());
    this.place.querySelector(".tools").hidden = false;
  }

  sort(i) {
    const again = this.sorted.column === i;
    this.sorted = { column: i, falling: again ? !this.sorted.falling : false };
    this.order = this.order.slice().sort(compare(this.data.columns[i], this.sorted.falling));
    this.heads.forEach((head, k) => {
      if (k === i) head.setAttribute("aria-sort", this.sorted.falling ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    this.show();
  }

  filter(query) {
    this.query = query;
    this.show();
  }

  show() {
    this.rows = filtered(this.data.columns, this.order, this.query);
    this.scroll.scrollTop = 0;
    this.fill(true);
    this.tell();
  }

  tell() {
    const { column, falling } = this.sorted, all = this.data.rows, n = this.rows.length;
    const by = column === null ? "" : `, by ${this.data.columns[column].title.trim()}, ${falling ? "greatest" : "least"} first`;
    this.place.querySelector(".state").textContent = (n === all ? `${all} rows` : `${n} of ${all} rows`) + by;
  }

  fill(anew = true) {
    const view = this.scroll.clientHeight || 600, n = this.rows.length;
    const first = Math.max(0, Math.min(Math.floor(this.scroll.scrollTop / this.height) - 10, n - 1));
    const last = Math.min(n, first + Math.ceil(view / this.height) + 20);
    if (!anew && first === this.first) return;
    this.first = first;
    const parts = [this.gap(first)];
    for (let i = first; i < last; i++) parts.push(this.row(i));
    this.body.replaceChildren(...parts, this.gap(n - last));
  }

  gap(rows) {
    const row = document.createElement("tr");
    row.className = "gap";
    row.setAttribute("aria-hidden", "true");
    row.style.height = `${rows * this.height}px`;
    row.hidden = rows <= 0;
    return row;
  }

  row(i) {
    const row = document.createElement("tr");
    row.setAttribute("aria-rowindex", i + 2);
    for (const column of this.data.columns) {
      const cell = row.insertCell(), text = shown(column, this.rows[i]);
      cell.className = column.words ? "words" : "number";
      cell.textContent = text;
      if (column.words && text.length > 24) cell.title = text;
    }
    return row;
  }

  download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csv(this.data.columns, this.rows)], { type: "text/csv" }));
    link.download = `${this.data.name}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
}
const tables = [...document.querySelectorAll(".data")].map(place => new Table(place));

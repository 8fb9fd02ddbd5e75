/**
 * Script of the status page: polls its manager every second, copies addresses, deletes ports, and
 * takes the provider's brand every minute.
 */
export const pageScript = `
"use strict";
const rows = new Map();
const at = (id) => document.getElementById(id);
const body = at("ports").tBodies[0];
const ask = async (path, fields) => {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(5000),
  });
  const { code, msg, data } = await answer.json();
  if (code !== 0) throw new Error(msg);
  return data;
};
const size = (bytes) => {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  for (; bytes >= 1000 && unit < 4; unit += 1) bytes /= 1000;
  return (unit === 0 ? bytes : bytes.toFixed(1)) + " " + units[unit];
};
const say = (text) => { if (at("status").textContent !== text) at("status").textContent = text; };
const put = (cell, text) => { if (cell.textContent !== text) cell.textContent = text; };
const button = (label, name, act) => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.setAttribute("aria-label", label + " " + name);
  made.addEventListener("click", () => act().catch((error) => say(error.message)));
  return made;
};
const add = (port) => {
  const row = document.createElement("tr");
  const names = ["Local address", "State", "Leads to", "Ends", "Connections", "Up", "Down", ""];
  const cells = names.map((name, place) => {
    const cell = row.insertCell();
    if (name) cell.dataset.name = name;
    if (place >= 4 && place <= 6) cell.className = "number";
    return cell;
  });
  cells[2].className = "address";
  cells[7].className = "actions";
  const address = "127.0.0.1:" + port;
  const group = document.createElement("span");
  group.append(
    button("Copy", address, async () => {
      await navigator.clipboard.writeText(address);
      say(address + " was copied.");
    }),
    button("Delete", address, async () => {
      await ask("/del", { ports: [String(port)] });
      await look();
    }),
  );
  cells[7].append(group);
  const state = document.createElement("span");
  const detail = document.createElement("span");
  const word = document.createElement("span");
  detail.className = "detail";
  state.append(word, detail);
  cells[1].append(state);
  put(cells[0], address);
  return { row, cells, word, detail };
};
const show = ({ items }) => {
  const here = new Set(items.map((item) => item.port));
  for (const [port, { row }] of rows) if (!here.has(port)) { row.remove(); rows.delete(port); }
  items.forEach((item, place) => {
    if (!rows.has(item.port)) rows.set(item.port, add(item.port));
    const { row, cells, word, detail } = rows.get(item.port);
    put(word, item.state);
    word.className = item.state;
    put(detail, item.detail);
    put(cells[2], (item.ip && !item.upstream.startsWith(item.ip) ? item.ip + " by " : "") + item.upstream);
    put(cells[3], item.expiresAt ? new Date(item.expiresAt).toLocaleString() : "no end");
    put(cells[4], String(item.connections));
    put(cells[5], size(item.upBytes));
    put(cells[6], size(item.downBytes));
    if (body.rows[place] !== row) body.insertBefore(row, body.rows[place] || null);
  });
  at("ports").hidden = items.length === 0;
  at("none").hidden = items.length > 0;
};
let away = true;
const look = async () => {
  try {
    show(await ask("/ipList", {}));
    if (away) say("It runs.");
    away = false;
  } catch {
    away = true;
    say("The manager does not answer: it was ended, or is being started again.");
  }
};
const watch = async () => {
  if (!document.hidden) await look();
  setTimeout(watch, 1000);
};
watch();
const bear = (brand) => {
  const { style } = document.documentElement;
  style.setProperty("--accent", brand.accent);
  style.setProperty("--accent-dark", brand.accentDark);
  const [light, dark] = at("brand").querySelectorAll("img");
  light.src = brand.logo || "data:,";
  dark.src = brand.logoDark || "data:,";
  put(at("brand").querySelector("span"), brand.name);
  at("brand").hidden = false;
  at("icon").href = brand.favicon || "data:,";
  document.title = "Local proxy manager · " + brand.name;
};
const follow = async () => {
  let known = null;
  try {
    known = await (await fetch("/brand", { signal: AbortSignal.timeout(5000) })).json();
    if (known) bear(known);
  } catch {}
  setTimeout(follow, known ? 60000 : 2000);
};
follow();
`;

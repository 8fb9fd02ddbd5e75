// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { focusNear, trackFocus } from "./focus-return.ts";

beforeEach(() => {
  document.body.innerHTML = `
    <main id="screen" tabindex="-1">
      <section><div role="region" tabindex="0" id="rows"><button id="row">…</button></div></section>
      <button id="open">Open</button>
    </main>
    <div data-portal="true" id="portal"></div>`;
  trackFocus();
});
afterEach(() => document.body.replaceChildren());

const $ = (id: string) => document.getElementById(id) as HTMLElement;
/** Opens an overlay and focuses a button in it. */
function open(id: string): HTMLElement {
  const overlay = document.createElement("div");
  overlay.innerHTML = `<div><button id="${id}">in</button></div>`;
  $("portal").append(overlay);
  $(id).focus();
  return overlay;
}
/** Removes the overlay, and lets mutation observers run. */
async function close(overlay: HTMLElement): Promise<string> {
  overlay.remove();
  await Promise.resolve();
  return (document.activeElement as HTMLElement).id;
}

it("the focus returns from an overlay that is taken away to where it came from", async () => {
  $("open").focus();
  expect(await close(open("dialog"))).toBe("open");
});

it("from a dialog that is kept for the next time and is empty until then", async () => {
  $("open").focus();
  const dialog = open("field");
  dialog.replaceChildren();
  await Promise.resolve();
  expect(document.activeElement?.id).toBe("open");
});

it("a dialog that shows another step keeps the focus to itself", async () => {
  $("open").focus();
  const dialog = open("field");
  dialog.innerHTML = "<div><button id='next'>next</button></div>";
  await Promise.resolve();
  expect(document.activeElement?.id).not.toBe("open");
});

it("from a dialog that a menu's entry opened, to the menu's button", async () => {
  $("open").focus();
  const menu = open("entry");
  const dialog = open("field");
  menu.remove();
  await Promise.resolve();
  expect(document.activeElement?.id).toBe("field");
  expect(await close(dialog)).toBe("open");
});

it("from a list within a dialog to the dialog, and from that to the page", async () => {
  $("open").focus();
  const dialog = open("field");
  const list = open("option");
  expect(await close(list)).toBe("field");
  expect(await close(dialog)).toBe("open");
});

it("where the button is gone with its row, to the table; where all is gone, to the screen", async () => {
  $("row").focus();
  const dialog = open("confirm");
  $("row").remove();
  expect(await close(dialog)).toBe("rows");
  $("open").focus();
  const other = open("again");
  document.querySelector("section")?.remove();
  $("open").remove();
  expect(await close(other)).toBe("screen");
});

it("what was open from the start leaves the focus on the screen", async () => {
  expect(await close(open("atonce"))).toBe("screen");
});

it("a click elsewhere keeps the focus where it put it", async () => {
  $("open").focus();
  const popover = open("inside");
  $("row").dispatchEvent(new Event("pointerdown", { bubbles: true }));
  $("row").focus();
  expect(await close(popover)).toBe("row");
});

it("an element that goes hands its focus to the table beside it", () => {
  focusNear($("row"));
  expect(document.activeElement?.id).toBe("rows");
});

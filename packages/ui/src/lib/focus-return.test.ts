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

it("the focus returns from a removed overlay to where it was before", async () => {
  $("open").focus();
  expect(await close(open("dialog"))).toBe("open");
});

it("the focus returns from a dialog that is emptied and kept for reuse", async () => {
  $("open").focus();
  const dialog = open("field");
  dialog.replaceChildren();
  await Promise.resolve();
  expect(document.activeElement?.id).toBe("open");
});

it("the focus does not return while a dialog shows another step", async () => {
  $("open").focus();
  const dialog = open("field");
  dialog.innerHTML = "<div><button id='next'>next</button></div>";
  await Promise.resolve();
  expect(document.activeElement?.id).not.toBe("open");
});

it("the focus returns from a dialog opened by a menu item to the menu's button", async () => {
  $("open").focus();
  const menu = open("entry");
  const dialog = open("field");
  menu.remove();
  await Promise.resolve();
  expect(document.activeElement?.id).toBe("field");
  expect(await close(dialog)).toBe("open");
});

it("the focus returns from a list in a dialog to the dialog, then to the page", async () => {
  $("open").focus();
  const dialog = open("field");
  const list = open("option");
  expect(await close(list)).toBe("field");
  expect(await close(dialog)).toBe("open");
});

it("the focus returns to the table if the button's row is removed, or to the screen if all is", async () => {
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

it("an overlay that was open from the start returns the focus to the screen", async () => {
  expect(await close(open("atonce"))).toBe("screen");
});

it("a click elsewhere keeps the focus where the click put it", async () => {
  $("open").focus();
  const popover = open("inside");
  $("row").dispatchEvent(new Event("pointerdown", { bubbles: true }));
  $("row").focus();
  expect(await close(popover)).toBe("row");
});

it("focusNear moves the focus from an element to the table around it", () => {
  focusNear($("row"));
  expect(document.activeElement?.id).toBe("rows");
});

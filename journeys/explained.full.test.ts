/**
 * Every failure can be explained: curl prints an id, the dashboard finds it with the reason and a
 * remedy. Running connections can be watched, an endpoint is tested with a click, limits apply.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { axe } from "./browser.ts";
import { curl, customerWithTraffic } from "./customer.ts";
import { navigateTo } from "./person.ts";
import { sharedProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const product = borrowed(sharedProduct);
const who = borrowed(() => customerWithTraffic(product));
const { page, troubles } = customerJourney(async () => who.customer, product);
afterAll(() => {
  for (const download of downloads) download.kill();
});

const proxy = (user = who.account, password = who.password) =>
  `http://${user}:${password}@${product.gateway}`;

/** Reads a refusal from `curl -v`: the status and the request id that the gateway sent. */
async function refusedBy(through: string, url: string): Promise<{ status: string; id: string }> {
  const { err } = await curl("-v", "-x", through, "-o", "/dev/null", url);
  const status = /^< HTTP\/1\.1 (\d+)/m.exec(err)?.[1] ?? "";
  const id = /^< x-request-id: (\S+)/im.exec(err)?.[1] ?? "";
  return { status, id };
}

/** Opens the log at an id and returns the text of its details. */
async function explanationOf(id: string): Promise<string> {
  await navigateTo(page, product.url, `/cli/request-log?search=${id}`);
  await page.getByRole("button", { name: `Details of request ${id}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("What to do:").waitFor();
  return dialog.innerText();
}

const downloads: ChildProcess[] = [];
/** A long download: 2 MB/s, more than kernel buffers can absorb for long. */
function slowDownload(): ChildProcess {
  const url = `${product.target}/bytes/400000000`;
  const args = ["-sS", "-p", "-x", proxy(), "--limit-rate", "2M", "-o", "/dev/null", url];
  const download = spawn("curl", args, { stdio: "ignore" });
  downloads.push(download);
  return download;
}
const figure = async (label: string) => {
  const card = page.locator(".mantine-Paper-root", { has: page.getByText(label, { exact: true }) });
  return (await card.first().innerText()).replace(label, "").trim();
};

describe("a refusal", () => {
  const target = () => `${product.target}/ip`;
  const cases = {
    "a private target": {
      refused: () => refusedBy(proxy(), "http://10.0.0.1/"),
      status: "403",
      reason: "targetNotAllowed",
    },
    "a wrong password": {
      refused: () => refusedBy(proxy(who.account, "wrong12345"), target()),
      status: "407",
      reason: "credentials",
    },
    "an unknown country": {
      refused: () => refusedBy(proxy(`${who.account}-region-QQ`), target()),
      status: "400",
      reason: "badParameters",
    },
  };

  it.each(Object.entries(cases))(
    "for %s is found by the id that curl prints",
    async (_name, one) => {
      const { status, id } = await one.refused();
      expect(status).toBe(one.status);
      expect(id).toMatch(/^\S{8,}$/);
      const answer = await explanationOf(id);
      for (const part of [one.reason, who.account, id]) expect(answer).toContain(part);
      expect(await axe(page)).toEqual([]);
    },
  );

  it("caused by the owner's own domain list gives that list as the reason", async () => {
    await who.customer.ask("upSubUser", { id: who.sub.id, denyDomains: "blocked.example" });
    const refusal = await waitFor(
      "the gateway knows the list",
      async () => {
        const one = await refusedBy(proxy(), "http://www.blocked.example/");
        return one.status === "403" && one;
      },
      5_000,
    );
    expect(await explanationOf(refusal.id)).toContain("domainNotAllowed");
  });
});

it("live traffic is charted while it runs", async () => {
  const download = slowDownload();
  await navigateTo(page, product.url, "/cli/live");
  await waitFor(
    "the speed is shown",
    async () => /^[1-9][\d.,]* [kM]B\/s/.test(await figure("Speed now")),
    10_000,
  );
  await waitFor("it is counted", async () => (await figure("Open connections")) === "1", 5_000);
  await page.getByRole("link", { name: who.account }).waitFor();
  await page.locator("canvas").first().waitFor();
  const drawing = () => page.evaluate("document.querySelector('canvas').toDataURL()");
  const before = await drawing();
  await waitFor("the chart moves", async () => (await drawing()) !== before, 3_000);
  download.kill();
  await waitFor("it has ended", async () => (await figure("Open connections")) === "0", 5_000);
});

it("an endpoint is tested with one click and shows its exit", async () => {
  await navigateTo(page, product.url, "/cli/traffic-use?tab=endpoints");
  await page.getByRole("button", { name: "Test it now" }).click();
  const works = page.getByRole("alert").filter({ hasText: "It works" });
  await works.getByText(/^127\.1\.\d+\.\d+$/).waitFor({ timeout: 12_000 });
});

it("a limit of two connections refuses the third, and the log gives the reason", async () => {
  const open = [slowDownload(), slowDownload()];
  await page.goto(`${product.url}/cli/traffic-use`);
  await page.getByRole("button", { name: `More actions for ${who.account}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).waitFor();
  const limits = dialog.getByRole("button", { name: "Limits" });
  if ((await limits.getAttribute("aria-expanded")) === "false") await limits.click();
  await dialog.getByLabel("Connections at once").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("2 connections").waitFor();
  const third = await waitFor(
    "the third is refused",
    async () => {
      const one = await refusedBy(proxy(), `${product.target}/ip`);
      return one.status === "429" && one;
    },
    8_000,
  );
  expect(open.map(({ exitCode }) => exitCode)).toEqual([null, null]);
  expect(await explanationOf(third.id)).toContain("tooManyConnections");
  for (const download of open) download.kill();
  await waitFor("there is room again", async () => {
    return (await curl("-x", proxy(), `${product.target}/ip`)).out.includes("127.1.");
  });
  expect(troubles).toEqual([]);
});

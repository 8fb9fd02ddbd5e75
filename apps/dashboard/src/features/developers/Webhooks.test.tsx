import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { maxWebhooks } from "@turnpike/rules/webhook.ts";
import { expect, test } from "vitest";
import { enterMfaCode, getHref, type } from "../../testing/person.ts";
import { type Answers, NoAnswer, Refused } from "../../testing/screen.tsx";
import { showDevelopers, testDelivery, testHook } from "./testing.tsx";
import type { Webhook } from "./webhook-text.ts";

async function show(items: Webhook[], more: Answers = {}) {
  return showDevelopers({ "/v1/webhooks": () => ({ items, events: [] }), ...more });
}
const SECRET = "whsec_c2VjcmV0";
const mfaNeeded = new Refused(460, "Enter your MFA code", { reason: "mfaNeeded" });
const button = (name: string) => screen.findByRole("button", { name });
const click = async (name: string) => fireEvent.click(await button(name));
async function choose(item: string, url = "https://shop.example/hook") {
  await click(`Actions for ${url}`);
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}
async function submit(name: string) {
  const dialog = await screen.findByRole("dialog", { name });
  fireEvent.submit(dialog.querySelector("form") as HTMLFormElement);
  return dialog;
}
async function enterCode() {
  await enterMfaCode();
}

test("without webhooks the panel shows example code in two languages", async () => {
  await show([]);
  await screen.findByText("No webhook yet");
  screen.getByRole("region", { name: "Code for Node.js" });
  fireEvent.click(screen.getByRole("radio", { name: "Python" }));
  const code = await screen.findByRole("region", { name: "Code for Python" });
  expect(code.textContent).toContain("hmac.compare_digest");
  expect(getHref("How webhooks work")).toBe("/docs/webhooks");
  expect(screen.queryByRole("heading", { name: "Deliveries" })).toBeNull();
});

test("a webhook is added for all events, and its secret is shown afterwards", async () => {
  const items: Webhook[] = [];
  const { askedOf } = await show(items, {
    "/v1/webhookAdd": ({ url = "" }) => {
      items.push(testHook({ url }));
      return { ...testHook({ url }), secret: SECRET };
    },
  });
  await click("Add a webhook");
  await screen.findByRole("dialog", { name: "Add a webhook" });
  type("Address", " https://new.example/hook ");
  type("Description", "the shop");
  await submit("Add a webhook");
  const ready = await screen.findByRole("dialog", { name: "Your webhook is ready" });
  expect(within(ready).getByRole("region", { name: "Secret" }).textContent).toBe(SECRET);
  expect(askedOf("/v1/webhookAdd")).toMatchObject([
    { url: "https://new.example/hook", description: "the shop", events: "" },
  ]);
  fireEvent.click(within(ready).getByRole("button", { name: "Done" }));
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  await screen.findByText("https://new.example/hook");
});

test("a missing or invalid URL and an empty event selection are reported at their fields", async () => {
  const { askedOf } = await show([]);
  await click("Add a webhook");
  await screen.findByRole("dialog", { name: "Add a webhook" });
  await submit("Add a webhook");
  await screen.findByText("Enter the address of your program");
  type("Address", "ftp://files.example/");
  fireEvent.click(screen.getByRole("radio", { name: "Only these" }));
  await submit("Add a webhook");
  await screen.findByText("The address has to begin with https://");
  screen.getByText("Choose at least one event");
  expect(askedOf("/v1/webhookAdd")).toEqual([]);
});

test("a URL refused by the server shows the message; the selected events are sent", async () => {
  const msg = "This address leads into an internal network";
  const refused = new Refused(400, msg, { reason: "internalWebhookUrl", field: "url" });
  const { askedOf } = await show([], { "/v1/webhookAdd": () => refused });
  await click("Add a webhook");
  await screen.findByRole("dialog", { name: "Add a webhook" });
  type("Address", "https://10.0.0.1/");
  fireEvent.click(screen.getByRole("radio", { name: "Only these" }));
  for (const event of ["order.paid", "static.expired"]) {
    fireEvent.click(await screen.findByRole("checkbox", { name: event }));
  }
  const dialog = await submit("Add a webhook");
  await within(dialog).findByText(msg);
  expect(askedOf("/v1/webhookAdd")[0]?.events).toBe("order.paid,static.expired");
});

test("an edit sends the URL only if it changed, with an MFA code if MFA is bound", async () => {
  const { askedOf } = await show([testHook({ events: ["order.paid"] })], {
    "/v1/webhookUp": ({ url, mfaCode }) => (url && !mfaCode ? mfaNeeded : testHook()),
  });
  await choose("Edit");
  await screen.findByRole("dialog", { name: "Edit the webhook" });
  type("Description", "till");
  await submit("Edit the webhook");
  await screen.findByText("Webhook saved");
  expect(askedOf("/v1/webhookUp")[0]).not.toHaveProperty("url");
  expect(askedOf("/v1/webhookUp")[0]).toMatchObject({ description: "till", events: "order.paid" });
  await choose("Edit");
  await screen.findByRole("dialog", { name: "Edit the webhook" });
  type("Address", "https://other.example/");
  await submit("Edit the webhook");
  await enterCode();
  const moved = { id: "w1", url: "https://other.example/", mfaCode: "123456" };
  await waitFor(() => expect(askedOf("/v1/webhookUp").at(-1)).toMatchObject(moved));
});

test("each webhook's state is described, with what to do about it", async () => {
  const failingSince = "2026-11-19T07:00:00Z";
  const off = { enabled: false, failingSince };
  await show([
    testHook({ id: "a", lastAt: failingSince, lastDelivered: true, waiting: 2 }),
    testHook({ id: "b", failingSince, lastAt: failingSince, lastDelivered: false }),
    testHook({ id: "c", ...off, disabledBy: "owner", events: ["plan.expired"] }),
    testHook({ id: "d", ...off, disabledBy: "failing" }),
    testHook({ id: "e", ...off, disabledBy: "gone" }),
  ]);
  const list = within(await screen.findByRole("list", { name: "Webhooks" }));
  const [a, b, c, d, e] = list.getAllByRole("listitem").map((row) => row.textContent ?? "");
  expect(a).toMatch(/On.*All events.*Arrived · .*2 deliveries are waiting/);
  expect(b).toMatch(/Failing.*Nothing has arrived since .*2026.*Did not arrive · /);
  expect(c).toMatch(/Off.*plan\.expired.*Switched off by you.*Nothing sent yet/);
  expect(d).toMatch(/Stopped.*Repair it, then switch it on again/);
  expect(e).toMatch(/Gone.*410 Gone/);
});

test("a webhook is switched off and on again", async () => {
  const hook = testHook();
  const { askedOf } = await show([hook], {
    "/v1/webhookUp": ({ enabled }) => {
      hook.enabled = enabled === "1";
      hook.disabledBy = hook.enabled ? null : "owner";
      return hook;
    },
  });
  await choose("Switch off");
  await screen.findByText("Switched off by you: nothing is sent there.");
  await choose("Switch on");
  await screen.findByText("Switched on: events are sent there from now on");
  expect(askedOf("/v1/webhookUp")).toMatchObject([{ enabled: "0" }, { enabled: "1" }]);
});

test("deleting warns what is lost, and removes the filter by that webhook", async () => {
  const items = [testHook({ waiting: 3 }), testHook({ id: "w2", url: "https://b.example/" })];
  const { askedOf, router } = await show(items, {
    "/v1/webhookDel": () => {
      items.shift();
      return { deleted: 1 };
    },
  });
  await choose("Show its deliveries");
  await waitFor(() => expect(router.state.location.search).toContain("webhook=w1"));
  await choose("Delete");
  const dialog = await screen.findByRole("dialog", { name: "Delete the webhook?" });
  expect(dialog.textContent).toContain("3 deliveries that are still waiting are never sent");
  expect(askedOf("/v1/webhookDel")).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await screen.findByText("Webhook deleted");
  expect(askedOf("/v1/webhookDel")).toMatchObject([{ ids: "w1" }]);
  await waitFor(() => expect(router.state.location.search).not.toContain("webhook=w1"));
});

test("a test shows status and time, and advice if it failed", async () => {
  const at = "2026-11-21T10:00:00.000Z";
  const answers = [
    { status: "delivered", attempts: [{ at, status: 204, ms: 12, error: "", answer: "" }] },
    {
      status: "failed",
      attempts: [{ at, status: 404, ms: 12, error: "answered 404", answer: "no such page" }],
    },
    {
      status: "failed",
      attempts: [{ at, status: 0, ms: 9, error: "the connection was refused", answer: "" }],
    },
  ] as const;
  let next = 0;
  const { router } = await show([testHook()], {
    "/v1/webhookTest": () =>
      testDelivery({ event: "ping", ...structuredClone(answers[next++]) } as object),
  });
  const name = "Send test: https://shop.example/hook";
  await click(name);
  await screen.findByText("The test arrived: 204 in 12 ms");
  await click(name);
  // Another part of the page may still be loading, which has the same role.
  const outcome = await screen.findByText("The test did not arrive: 404 after 12 ms");
  const result = outcome.closest<HTMLElement>('[role="status"]') ?? outcome;
  within(result).getByText("no such page");
  expect(result.textContent).toContain("does not accept POST at this path");
  expect(result.textContent).not.toContain("answered 404");
  await click(name);
  await screen.findByText("The test did not arrive: no answer after 9 ms");
  screen.getByText("the connection was refused");
  await click("Details");
  await waitFor(() => expect(router.state.location.search).toContain("delivery=d1"));
});

test("the secret is shown on request, after an MFA code if MFA is bound, and can be renewed", async () => {
  const { askedOf } = await show([testHook()], {
    "/v1/webhookSecret": ({ mfaCode, renew }) => {
      if (!mfaCode) return mfaNeeded;
      const previousUntil = "2026-11-22T10:00:00Z";
      return renew
        ? { secret: "whsec_bmV3", previousUntil }
        : { secret: SECRET, previousUntil: null };
    },
  });
  await choose("Show secret");
  await enterCode();
  const dialog = await screen.findByRole("dialog", { name: "Signing secret" });
  within(dialog).getByText(SECRET);
  await click("Renew secret");
  const asked = await screen.findByRole("dialog", { name: "Renew the secret?" });
  expect(asked.textContent).toContain("For a day the old one signs as well");
  expect(askedOf("/v1/webhookSecret").filter(({ renew }) => renew)).toEqual([]);
  fireEvent.click(within(asked).getByRole("button", { name: "Renew secret" }));
  await enterCode();
  await screen.findByText("whsec_bmV3");
  await screen.findByText(/^Until .*2026.* two signatures/);
  expect(document.body.textContent).not.toContain(SECRET);
});

test("at the maximum number of webhooks a message is shown and none can be added", async () => {
  await show(Array.from({ length: maxWebhooks }, (_, at) => testHook({ id: `w${at}` })));
  await screen.findByText("An account can have at most 10 webhooks.");
  expect((await button("Add a webhook")).hasAttribute("disabled")).toBe(true);
});

test("webhooks that failed to load can be reloaded", async () => {
  let fails = true;
  await show([], {
    "/v1/webhooks": () => (fails ? new NoAnswer() : { items: [], events: [] }),
  });
  await screen.findByRole("alert");
  fails = false;
  await click("Try again");
  await screen.findByText("No webhook yet");
});

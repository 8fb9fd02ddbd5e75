import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, enterMfaCode, press } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { DevelopersTab } from "./DevelopersTab.tsx";

const OLD = "k3yk3yk3yk3yk3y1";
const NEW = "n3wn3wn3wn3wn3w2";
async function show(more: Answers = {}) {
  const answers: Answers = {
    "/v1/member": () => testUser({ accessKey: OLD }),
    "/v1/apiKeys": () => ({ items: [] }),
    "/v1/webhooks": () => ({ items: [], events: [] }),
    ...more,
  };
  const path = "/cli/setting?tab=developers";
  const shown = await showScreen({ screen: DevelopersTab, area: "webhooks", path, answers });
  await screen.findByRole("button", { name: "Show the access key" });
  return shown;
}

test("the access key is hidden until requested, also in the example", async () => {
  await show();
  expect(document.body.textContent).not.toContain(OLD);
  expect(screen.getByText(/curl .*\/v1\/member -d key=YOUR_ACCESS_KEY/)).toBeTruthy();
  click("Show the access key");
  expect(screen.getByText(OLD)).toBeTruthy();
  expect(screen.getByText(new RegExp(`/v1/member -d key=${OLD}$`))).toBeTruthy();
  click("Hide the access key");
  expect(document.body.textContent).not.toContain(OLD);
});

test("the example never has the key in a URL (spec/api#requests)", async () => {
  await show();
  click("Show the access key");
  expect(document.body.textContent).not.toContain("?key=");
});

test("the key is renewed after a confirmation that warns that the old one stops working", async () => {
  let key = OLD;
  const { askedOf } = await show({
    "/v1/member": () => testUser({ accessKey: key }),
    "/v1/upAccessKey": () => {
      key = NEW;
      return { accessKey: NEW };
    },
  });
  click("Show the access key");
  click("Renew");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("The old key stops working at once");
  expect(askedOf("/v1/upAccessKey")).toEqual([]);
  click("Renew the key", within(dialog));
  await screen.findByText("The new access key is valid from now on");
  await screen.findByText(NEW);
  expect(document.body.textContent).not.toContain(OLD);
});

test("renewing requests and sends an MFA code if MFA is bound (460)", async () => {
  const { askedOf } = await show({
    "/v1/upAccessKey": ({ mfaCode }) =>
      mfaCode ? { accessKey: NEW } : new Refused(460, "MFA code needed", { reason: "mfaNeeded" }),
  });
  click("Renew");
  await press("Renew the key");
  await enterMfaCode();
  await screen.findByText("The new access key is valid from now on");
  expect(askedOf("/v1/upAccessKey").at(-1)).toMatchObject({ mfaCode: "123456" });
});

test("the documentation is one click away", async () => {
  await show();
  const links = within(screen.getByRole("navigation", { name: "For your programs" }));
  const addresses = links.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual([
    "/docs",
    "/docs/python",
    "/docs/agents",
    "/openapi.json",
    "/openapi-3.0.json",
    "/llms.txt",
  ]);
});

/** Legal documents in the dashboard: the text is the API's (spec/law#documents). */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Refused, showScreen } from "../../testing/screen.tsx";
import { Policy, Terms } from "./Legal.tsx";

const document = (more: object = {}) => ({
  kind: "terms",
  version: 3,
  lang: "en",
  title: "Our terms",
  html: "<h2>One</h2>\n<p>Be <strong>kind</strong>.</p>\n",
  publishedAt: "2026-03-01T10:00:00.000Z",
  ...more,
});
const show = (Screen: typeof Terms, answer: unknown) =>
  showScreen({
    screen: Screen,
    area: ["legal"],
    path: "/terms",
    answers: { "/v1/legal": () => answer },
  });

test("the published text is shown with its version and date", async () => {
  const { askedOf } = await show(Terms, document());
  expect(await screen.findByRole("heading", { level: 1, name: "Our terms" })).toBeTruthy();
  expect(screen.getByText("kind").tagName).toBe("STRONG");
  expect(screen.getByText("Version 3 of Mar 1, 2026")).toBeTruthy();
  expect(askedOf("/v1/legal")).toMatchObject([{ kind: "terms" }]);
  expect(screen.queryByText(/shown in English/)).toBeNull();
});

test("a text in another language than the page's says so; a draft has no version", async () => {
  await show(Policy, document({ lang: "de", version: 0, publishedAt: null }));
  expect(await screen.findByText(/shown in English/)).toBeTruthy();
  expect(screen.queryByText(/^Version/)).toBeNull();
});

test("a text that cannot be loaded can be asked for again", async () => {
  await show(Terms, new Refused(500, "Our fault", { reason: "ourFault" }));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

/** What the user sees while a call is in progress and after it has failed. */
import { notificationsStore } from "@mantine/notifications";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { click } from "../testing/person.ts";
import { type Answers, NoAnswer, Refused, showScreen } from "../testing/screen.tsx";
import { Button } from "@mantine/core";
import { useCommand } from "./use-command.ts";

let shown: Awaited<ReturnType<typeof showScreen>> | undefined;

function Form() {
  const { busy, send } = useCommand("mailCode");
  const go = () => void send({ email: "ada@shop.test", scene: "forgot" });
  return (
    <Button loading={busy} onClick={go}>
      Send
    </Button>
  );
}
async function sends(answer: Answers[string]) {
  const answers = { "/v1/mailCode": answer };
  shown = await showScreen({ screen: Form, area: "ui", path: "/", answers });
  click("Send");
}
const isLoading = () => screen.getByRole("button", { name: "Send" }).hasAttribute("data-loading");
const colours = () => notificationsStore.getState().notifications.map(({ color }) => color);

test("a refusal shows its toast and ends the loading state", async () => {
  let release = () => {};
  const refusal = new Refused(429, "Too many tries", { reason: "tooManyTries" });
  await sends(() => new Promise((resolve) => (release = () => resolve(refusal))));
  await waitFor(() => expect(isLoading()).toBe(true));
  await vi.waitFor(() => expect(shown?.askedOf("/v1/mailCode")).toHaveLength(1));
  release();
  await screen.findByText("Too many tries");
  await waitFor(() => expect(isLoading()).toBe(false));
});

test("a network failure is a warning, a refusal an error, and both end the loading state", async () => {
  await sends(() => new NoAnswer());
  await screen.findByText("The server cannot be reached. Check your connection and try again.");
  await waitFor(() => expect(isLoading()).toBe(false));
  expect(colours()).toEqual(["yellow"]);
  await sends(() => new Refused(500, "Something went wrong", { reason: "ourFault" }));
  await screen.findByText("Something went wrong");
  await waitFor(() => expect(isLoading()).toBe(false));
  expect(colours()).toEqual(["red"]);
});

test("a call is aborted after 14 seconds, with a warning (spec/dashboard#answers)", async () => {
  const waited: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  // The browser's own timeout, a hundred times as fast.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    waited.push(ms);
    return timeout(ms / 100);
  });
  await sends(() => new Promise(() => {}));
  await screen.findByText("The server did not answer in time. Try again in a moment.");
  await waitFor(() => expect(isLoading()).toBe(false));
  expect(waited).toEqual([14_000]);
  expect(colours()).toEqual(["yellow"]);
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, type } from "../../testing/person.ts";
import { type Answers, NoAnswer, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { Alerts } from "./Alerts.tsx";

const off = { trafficGb: null, walletCents: null, expiryDays: null };
async function show(answers: Answers) {
  const member = () => testUser({ trafficBytes: 2_300_000_000, walletCents: 2_500 });
  const path = "/cli/setting?tab=alerts";
  const area = "setting-alerts";
  return showScreen({
    screen: Alerts,
    area,
    path,
    answers: { "/v1/member": member, ...answers },
  });
}
const flip = (name: string) =>
  fireEvent.click(screen.getByRole("switch", { name: new RegExp(`^${name}`) }));
const save = () => click("Save the alerts");

test("a newly enabled alert has a suggested threshold; current balances are shown next to it", async () => {
  const sent: string[] = [];
  let now = { email: true, thresholds: { ...off, expiryDays: 30 } as object };
  const { askedOf } = await show({
    "/v1/alerts": ({ thresholds }) => {
      if (thresholds) {
        sent.push(thresholds);
        now = { email: true, thresholds: { ...off, walletCents: 1_000 } };
      }
      return now;
    },
  });
  await screen.findByText("2.3 GB left now");
  screen.getByText("$25.00 in it now");
  screen.getByText("To ada@example.com, in the language of your e-mails");
  expect(screen.queryByLabelText("Alert me below")).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Days before it expires").value).toBe("30");
  flip("Something expires soon");
  flip("The wallet is running low");
  expect(screen.getByLabelText<HTMLInputElement>("Alert me below").value).toBe("$10");
  save();
  await screen.findByText("Saved. We alert you by e-mail too: wallet below $10.00");
  expect(sent.map((text) => JSON.parse(text) as object)).toEqual([
    { trafficGb: 0, walletCents: 1_000, expiryDays: 0 },
  ]);
  expect(askedOf("/v1/alerts").find(({ thresholds }) => thresholds)?.email).toBe("1");
  const button = screen.getByRole("button", { name: "Save the alerts" });
  await waitFor(() => expect(button).toHaveProperty("disabled", true));
});

test("an invalid threshold is reported at its field, and nothing is sent", async () => {
  const { askedOf } = await show({ "/v1/alerts": () => ({ email: false, thresholds: off }) });
  await screen.findByText("2.3 GB left now");
  flip("Traffic is running low");
  flip("Something expires soon");
  type("Alert me below", "0");
  type("Days before it expires", "91");
  save();
  await screen.findByText("More than 0 GB, with at most 3 decimals");
  screen.getByText("1 to 90 days");
  expect(askedOf("/v1/alerts").length).toBe(1);
  // The threshold of an alert that is off may have any value.
  flip("Traffic is running low");
  type("Days before it expires", "90");
  save();
  await waitFor(() => expect(askedOf("/v1/alerts").length).toBeGreaterThan(1));
  expect(askedOf("/v1/alerts")[1]?.thresholds).toBe(
    '{"trafficGb":0,"walletCents":0,"expiryDays":90}',
  );
});

test("a threshold above the current balance shows a warning before saving", async () => {
  await show({
    "/v1/alerts": () => ({ email: false, thresholds: { ...off, trafficGb: 2 } }),
  });
  await screen.findByText("2.3 GB left now");
  expect(screen.queryByText(/we alert you at once/)).toBeNull();
  type("Alert me below", "2.5");
  await screen.findByText(/we alert you at once/);
});

test("alerts that failed to load can be reloaded", async () => {
  let fails = true;
  await show({
    "/v1/alerts": () => (fails ? new NoAnswer() : { email: false, thresholds: off }),
  });
  const again = await screen.findByRole("button", { name: "Try again" });
  fails = false;
  fireEvent.click(again);
  await screen.findByRole("switch", { name: /^Send alerts by e-mail too/ });
});

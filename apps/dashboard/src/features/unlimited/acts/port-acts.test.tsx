import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  button,
  click,
  clickToOpen,
  clickToSee,
  dialog,
  field,
  press,
  type,
} from "../../../testing/person.ts";
import { NoAnswer, Refused } from "../../../testing/screen.tsx";
import { planAnswer } from "../testing/unlimited-port.ts";
import {
  beginScreens,
  closed,
  first,
  plan,
  ports,
  region,
  row,
  second,
  show,
  tick,
} from "../testing/unlimited-screens.tsx";

beginScreens();

const upport = "/v1/unlimit/upport";
const rotate = "/v1/unlimit/rotate";
const openMenu = async (port: number, item: string) => {
  fireEvent.click((await row(port)).getByRole("button", { name: `More actions for port ${port}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};
const editFirst = async () => {
  await openMenu(26_001, "Edit");
  return dialog();
};

test("batch actions are offered once a row is selected (spec/dashboard#batch-actions)", async () => {
  await show();
  await row(26_001);
  for (const name of ["Export", "Edit", "New exit now", "Copy"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  tick(26_001);
  screen.getByRole("group", { name: "1 port selected" });
  screen.getByRole("button", { name: "New exit now" });
  click("Clear the selection");
  expect(screen.queryByRole("button", { name: "New exit now" })).toBeNull();
});

test("editing one port sends only changed fields, and the list shows the change at once", async () => {
  let asked = 0;
  const { askedOf } = await show({
    [upport]: () => ({ ports: [{ ...first, rotationMinutes: 45, remark: "shop" }] }),
    // The list's next answer never arrives, so what is shown does not come from it.
    "/v1/unlimit/portOrder": () =>
      asked++ === 0 ? planAnswer(plan, ports) : new Promise(() => undefined),
  });
  await editFirst();
  type("New exit every so many minutes", "45");
  type("Description", "shop");
  click("Save");
  await closed();
  await screen.findByText("Port 26001 was saved");
  (await row(26_001)).getByText("every 45 min");
  const [sent] = askedOf(upport);
  expect(sent).toMatchObject({ ids: "u1", rotationMinutes: "45", remark: "shop" });
  for (const name of ["country", "format", "account", "password"]) {
    expect(sent).not.toHaveProperty(name);
  }
});

test("saving without a change shows a message; minutes outside 1-120 are refused", async () => {
  const { askedOf } = await show();
  await editFirst();
  await clickToSee("Save", "Nothing was changed");
  type("New exit every so many minutes", "121");
  await clickToSee("Save", "Enter a whole number from 1 to 120.");
  expect(askedOf(upport)).toEqual([]);
});

test("a bandwidth plan takes 3-30 minutes and is changed with its own call (spec/unlimited#rotation)", async () => {
  const path = "/v1/unlimit/upbandwidth";
  const { askedOf } = await show(
    { [path]: () => ({ plan, ports: [{ ...first, rotationMinutes: 3 }] }) },
    { kind: "bandwidth" },
  );
  await press("Edit");
  await dialog();
  type("New exit every so many minutes", "2");
  await clickToSee("Save", "Enter a whole number from 3 to 30.");
  type("New exit every so many minutes", "3");
  click("Save");
  await closed();
  expect(askedOf(path)).toMatchObject([{ planId: "p1", rotationMinutes: "3" }]);
  await screen.findByText("every 3 min");
});

test("the country is any, or one of the region's countries with exits; a refusal is shown", async () => {
  const said = "The region has no exits in this country";
  const { askedOf } = await show({
    [upport]: () => new Refused(400, said, { reason: "countryNotInRegion", field: "country" }),
  });
  await editFirst();
  fireEvent.click(screen.getByRole("combobox", { name: "Country of the exits" }));
  await screen.findByRole("option", { name: "France (1 exit)" });
  const options = within(screen.getByRole("listbox")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Any of the region",
    "France (1 exit)",
    "Germany (4 exits)",
  ]);
  fireEvent.click(screen.getByRole("option", { name: "France (1 exit)" }));
  await clickToSee("Save", said);
  expect(askedOf(upport)).toMatchObject([{ country: "FR", rotationMinutes: "10" }]);
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("account and template are validated; the preview shows the line that will be copied", async () => {
  const { askedOf } = await show();
  await editFirst();
  type("Account", "short");
  click("Save");
  await waitFor(() => expect(field("Account").getAttribute("aria-invalid")).toBe("true"));
  type("Account", "another1");
  type("Template", "{user}|{port}");
  const preview = screen.getByRole("region", { name: "A line looks like this" });
  expect(preview.textContent).toBe("another1|26001");
  type("Template", "{nonsense}");
  await clickToSee("Save", /at least one of the fields below/);
  expect(askedOf(upport)).toEqual([]);
});

test("for several ports only ticked fields are changed; each port keeps its own minutes", async () => {
  const { askedOf } = await show({ [upport]: () => ({ ports: [] }) });
  await row(26_001);
  for (const port of [26_001, 26_002, 26_003]) tick(port);
  screen.getByText("3 ports selected");
  await clickToOpen("Edit");
  await clickToSee("Change 3 ports", "Tick what is to be changed");
  fireEvent.click(screen.getByRole("checkbox", { name: "Set description" }));
  type("Description", "batch");
  await clickToSee("Change 3 ports", "3 of 3 done, 0 failed");
  expect(askedOf(upport)).toMatchObject([
    { ids: "u1,u3", rotationMinutes: "10", remark: "batch" },
    { ids: "u2", rotationMinutes: "30", remark: "batch" },
  ]);
});

test("several ports get the same minutes in one call; failed ones can be sent again", async () => {
  let fails = true;
  const { askedOf } = await show({
    [upport]: () => (fails ? new Refused(410, "The plan has expired", {}) : { ports: [] }),
  });
  await row(26_001);
  tick(26_001);
  tick(26_002);
  await clickToOpen("Edit");
  fireEvent.click(screen.getByRole("checkbox", { name: "Change how often the exit changes" }));
  type("New exit every so many minutes", "0");
  await clickToSee("Change 2 ports", "Enter a whole number from 1 to 120.");
  type("New exit every so many minutes", "5");
  await clickToSee("Change 2 ports", "0 of 2 done, 2 failed");
  fails = false;
  await clickToSee("Try 2 again", "2 of 2 done, 0 failed");
  expect(askedOf(upport)).toHaveLength(2);
  expect(askedOf(upport)[0]).toMatchObject({ ids: "u1,u2", rotationMinutes: "5" });
});

test("requesting a new exit for one or several ports notes that open connections keep theirs", async () => {
  const nextRotationAt = new Date(Date.now() + 600_000).toISOString();
  const { askedOf } = await show({
    [rotate]: ({ ids = "" }) => ({
      ports: ports.filter(({ id }) => ids.includes(id)).map((one) => ({ ...one, nextRotationAt })),
    }),
  });
  fireEvent.click((await row(26_001)).getByRole("button", { name: "New exit for port 26001 now" }));
  await screen.findByText(/1 port uses another exit now; open connections keep theirs/);
  tick(26_001);
  tick(26_002);
  await clickToSee("New exit now", /2 ports use other exits now; open connections keep theirs/);
  expect(askedOf(rotate).map(({ ids }) => ids)).toEqual(["u1", "u1,u2"]);
});

test("a rotation without a response is not reported as done", async () => {
  await show({ [rotate]: () => new NoAnswer() });
  fireEvent.click((await row(26_001)).getByRole("button", { name: "New exit for port 26001 now" }));
  await screen.findByText(/could not be reached|connection/i);
  expect(screen.queryByText(/uses another exit/)).toBeNull();
});

test("the plan moves to a region that is open to it, after the effects are shown", async () => {
  const path = "/v1/unlimit/portRegion";
  const { askedOf } = await show({
    [path]: () => ({
      plan,
      regions: [region("Europe"), region("Asia", { host: "198.51.100.2", stock: 7 })],
    }),
  });
  await row(26_001);
  const open = await clickToOpen("Move to another region");
  const asia = await open.findByRole("radio", { name: /Asia/ });
  expect(open.queryByRole("radio", { name: /Europe/ })).toBeNull();
  open.getByText("7 ports free");
  open.getByText(/open ones keep their exit/);
  await clickToSee("Move the plan", "Choose a region");
  expect(askedOf(path).some((fields) => fields.region)).toBe(false);
  fireEvent.click(asia);
  open.getByText(/connect to 198.51.100.2/);
  await clickToSee("Move the plan", "The plan now uses exits in Asia");
  await closed();
  expect(askedOf(path).find((fields) => fields.region)).toMatchObject({
    planId: "p1",
    region: "asia",
  });
});

test("a region that is no longer open to the plan is reported, and the dialog stays open", async () => {
  const said = "This region is not open to the plan";
  await show({
    "/v1/unlimit/portRegion": ({ region: wanted }) =>
      wanted
        ? new Refused(409, said, { reason: "regionNotOpen" })
        : { plan, regions: [region("Asia")] },
  });
  await row(26_001);
  click("Move to another region");
  fireEvent.click(await screen.findByRole("radio", { name: /Asia/ }));
  await clickToSee("Move the plan", said);
  expect(within(screen.getByRole("dialog")).getByRole("radio", { name: /Asia/ })).toBeTruthy();
  await waitFor(() => expect(button("Move the plan")).toHaveProperty("disabled", false));
});

test("a selection is kept when the list changes to another page", async () => {
  await show({
    "/v1/unlimit/portOrder": ({ page }) =>
      planAnswer(plan, page === "2" ? [second] : [first], { total: 30 }),
  });
  await row(26_001);
  tick(26_001);
  click(/next/i);
  await row(26_002);
  tick(26_002);
  screen.getByText("2 ports selected");
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, clickToOpen, copied, dialog, press, type } from "../../testing/person.ts";
import { NoAnswer, Refused } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { bareRow, setUpScreens, openedRow, showPool, tick } from "./testing/pool-screens.tsx";

setUpScreens();

type Dialog = Awaited<ReturnType<typeof dialog>>;
const field = (box: Dialog, label: string) => box.findByLabelText(label, { selector: "input" });
const opens = (rows: unknown[]) => ({ "/v1/ip/open": () => ({ items: rows }) });

test("selected rows are opened for the chosen hours; each costs one IP of the balance (spec/pool#opening)", async () => {
  const { askedOf } = await showPool("user", "", opens([openedRow(), openedRow({ id: "o2" })]));
  await screen.findByLabelText("Select 127.1.*.* · Berlin, Germany");
  tick("Select 127.1.*.* · Berlin, Germany");
  tick("Select 127.2.*.* · Hamburg, Germany");
  const box = await clickToOpen("Open 2 IPs");
  await box.findByText("8 IPs");
  click("3 hours", box);
  await press("Open 2 IPs", box);
  await box.findByText("2 IPs are yours");
  const [asked, more] = askedOf("/v1/ip/open");
  expect(asked).toMatchObject({ ids: "e1,e2", hours: "3", auth: "user" });
  expect(asked).not.toHaveProperty("port");
  expect(asked).not.toHaveProperty("num");
  expect(asked?.requestId).toMatch(/^[0-9a-f]{32}$/);
  expect(more).toBeUndefined();
});

test("without a selection, the requested number of IPs of the place is opened, with a command to use them", async () => {
  const { askedOf } = await showPool("user", "?country=DE", opens([openedRow()]));
  await screen.findByText("120 IPs online");
  await waitFor(() => expect(screen.getByRole("button", { name: "Open by number" })).toBeTruthy());
  await screen.findByText("Germany", { selector: "p" });
  const box = await clickToOpen("Open by number");
  await box.findByText("Germany · 120 online");
  type(await field(box, "Number of IPs"), "1");
  await press("Open 1 IP", box);
  await box.findByText("1 IP is yours");
  await box.findByText("curl -x http://poolname:Secret99@192.0.2.1:10001 http://127.0.0.1:7999/ip");
  expect(box.getByRole("timer").textContent).toMatch(/^(59:00|58:\d\d)$/);
  click("Copy all", box);
  expect(copied).toHaveBeenLastCalledWith("192.0.2.1:10001:poolname:Secret99\n");
  expect(askedOf("/v1/ip/open")).toMatchObject([{ country: "DE", num: "1", hours: "1" }]);
});

test("a number above those online is reported at once; one click takes what is available", async () => {
  const { askedOf } = await showPool("user", "", {
    "/v1/ip/list": () => ({ items: [], total: 4, page: 1, limit: 10 }),
    "/v1/member": () => testUser({ ipBalance: 600 }),
  });
  await screen.findByText("4 IPs online");
  const box = await clickToOpen("Open by number");
  const num = await field(box, "Number of IPs");
  type(num, "5");
  await box.findByText("Only 4 are online here now");
  click("Open 4", box);
  expect((num as HTMLInputElement).value).toBe("4");
  type(num, "501");
  fireEvent.blur(num);
  await box.findByText("Enter a whole number from 1 to 500");
  type(num, "");
  await press("Open IPs", box);
  await box.findByText("Please enter the quantity");
  expect(document.activeElement).toBe(num);
  expect(askedOf("/v1/ip/open")).toEqual([]);
});

test("ports are consecutive: the last one has to fit too, and a taken one is reported at the field", async () => {
  let taken = true;
  const { askedOf } = await showPool("user", "", {
    "/v1/ip/open": () =>
      taken
        ? new Refused(409, "This port cannot be opened", { reason: "portUnavailable" })
        : { items: [openedRow({ port: 443 })] },
  });
  await screen.findByText("120 IPs online");
  const box = await clickToOpen("Open by number");
  type(await field(box, "Number of IPs"), "3");
  const port = await field(box, "Port (optional)");
  type(port, "9999");
  fireEvent.blur(port);
  await box.findByText("Enter a port from 80 to 9998, or none");
  await press("Open 3 IPs", box);
  expect(askedOf("/v1/ip/open")).toEqual([]);
  type(port, "");
  click("Use 443 (recommended)", box);
  await box.findByText("One port each, in a row: 443 to 445.");
  await press("Open 3 IPs", box);
  await box.findByText("This port cannot be opened");
  expect(port.getAttribute("aria-invalid")).toBe("true");
  type(port, "444");
  await waitFor(() => expect(box.queryByText("This port cannot be opened")).toBeNull());
  taken = false;
  await press("Open 3 IPs", box);
  await box.findByText("1 IP is yours");
  expect(askedOf("/v1/ip/open").map((asked) => asked.port)).toEqual(["443", "444"]);
});

test("an insufficient balance is shown before any request and leads to buying (spec/dashboard#messages)", async () => {
  const { askedOf } = await showPool("user", "", {
    "/v1/member": () => testUser({ ipBalance: 1 }),
  });
  await screen.findByText("120 IPs online");
  const box = await clickToOpen("Open by number");
  type(await field(box, "Number of IPs"), "3");
  await box.findByText("No balance, please purchase first");
  box.getByText("2 IPs are missing.");
  click("Buy IPs", box);
  await waitFor(() => expect(screen.getAllByRole("dialog").length).toBe(2));
  // The upper dialog is for IPs, with a quantity that can be bought.
  await waitFor(() =>
    expect(askedOf("/v1/quote").at(-1)).toMatchObject({ sku: "ip-standard", quantity: "100" }),
  );
  // Escape closes only the topmost dialog.
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(screen.getAllByRole("dialog").length).toBe(1));
  box.getByText("2 IPs are missing.");
  expect(askedOf("/v1/ip/open")).toEqual([]);
});

test("a balance spent elsewhere in the meantime leads to buying too", async () => {
  await showPool("user", "", {
    "/v1/ip/open": () =>
      new Refused(402, "Insufficient IP balance", { reason: "insufficientIps", short: "ips" }),
  });
  await screen.findByText("120 IPs online");
  const box = await clickToOpen("Open by number");
  await press("Open 1 IP", box);
  await box.findByText("No balance, please purchase first");
  box.getByRole("button", { name: "Buy IPs" });
});

test("after a lost response the request is repeated with the same requestId; nothing is opened twice", async () => {
  let lost = true;
  const { askedOf } = await showPool("nouser", "", {
    "/v1/ip/open": () => (lost ? new NoAnswer() : { items: [bareRow()] }),
  });
  await screen.findByText("120 IPs online");
  const box = await clickToOpen("Open by number");
  await press("Open 1 IP", box);
  await box.findByText("No answer came: was 1 IP opened?");
  lost = false;
  await press("Ask again", box);
  await box.findByText("1 IP is yours");
  const [first, again] = askedOf("/v1/ip/open");
  expect(again?.requestId).toBe(first?.requestId);
  await box.findByText("curl -x http://192.0.2.1:10001 http://127.0.0.1:7999/ip");
  click("Copy all", box);
  expect(copied).toHaveBeenLastCalledWith("192.0.2.1:10001\n");
});

test("the command appears once a gateway has opened the port", async () => {
  let open = false;
  await showPool("user", "", {
    ...opens([openedRow({ open: false })]),
    "/v1/ipHistory": () => ({ items: [openedRow({ open })], total: 1, page: 1, limit: 100 }),
  });
  await screen.findByText("120 IPs online");
  const box = await clickToOpen("Open by number");
  await press("Open 1 IP", box);
  await box.findByText(/^Opening the port/);
  expect(box.queryByText(/^curl -x/)).toBeNull();
  open = true;
  await box.findByText(/^curl -x/);
});

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, clickToOpen, clickToSee, copied, dialog, type } from "../../testing/person.ts";
import { Refused } from "../../testing/screen.tsx";
import { beginScreens, choose, portOf, show } from "./testing/whitelisted-port-screens.tsx";

beginScreens();

const path = "/v1/whitePortAdd";
const made = [portOf(), portOf({ id: "w2", port: 10_002 })];

test("ports are requested by place, number and minutes, and shown ready to use (spec/extraction#whitelisted-ports)", async () => {
  const { askedOf } = await show({ [path]: () => ({ items: made }) });
  await choose("Country or region", "Germany");
  await choose("City", "Kassel");
  type(/^Number of ports/, "2");
  click("1 hour");
  type(/^Description/, "  shop  ");
  const inside = await clickToOpen("Make 2 ports");
  expect(askedOf(path)).toMatchObject([
    { country: "DE", state: "hesse", city: "kassel", num: "2", minutes: "60", remark: "shop" },
  ]);
  expect(askedOf(path)[0]).not.toHaveProperty("asn");
  inside.getByText("2 ports are ready");
  expect(inside.getByRole("region", { name: "Ports" }).textContent).toBe(
    "198.51.100.1:10001\n198.51.100.1:10002",
  );
  const curl = await inside.findByRole("region", { name: "curl command" });
  expect(curl.textContent).toBe("curl -x http://198.51.100.1:10001 http://127.0.0.1:7999/ip");
  inside.getByRole("radio", { name: "SOCKS5" }).click();
  await waitFor(() => expect(curl.textContent).toContain("socks5h://198.51.100.1:10001"));
  inside.getByRole("button", { name: "Ports" }).click();
  expect(copied).toHaveBeenLastCalledWith("198.51.100.1:10001\n198.51.100.1:10002\n");
  expect(inside.queryByText(/is not on the whitelist/)).toBeNull();
});

test("a user whose IP address is not on the whitelist is warned where the ports are shown", async () => {
  await show({
    [path]: () => ({ items: made }),
    "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: false }),
  });
  click("Make 5 ports");
  await (await dialog()).findByText(/^203.0.113.99, where you are now, is not on the whitelist/);
});

test("choosing another country clears the city; a chosen network replaces its operator", async () => {
  const { askedOf } = await show({ [path]: () => ({ items: made }) });
  await choose("Country or region", "Germany");
  await choose("City", "Berlin");
  await choose("Country or region", "United States");
  await choose("Operator (ISP)", "Telekom");
  await choose("Network (ASN)", "AS3320");
  await clickToOpen("Make 5 ports");
  const [asked] = askedOf(path);
  expect(asked).toMatchObject({ country: "US", asn: "3320" });
  expect(Object.keys(asked ?? {})).not.toEqual(expect.arrayContaining(["city"]));
  expect(asked).not.toHaveProperty("isp");
});

test("numbers out of range are reported at their fields, and nothing is sent", async () => {
  const { askedOf } = await show({ [path]: () => ({ items: made }) });
  type(/^Number of ports/, "101");
  type("Minutes", "1441");
  await clickToSee("Make ports", "Choose 1 to 100 ports");
  screen.getByText("Choose 1 to 1,440 minutes");
  type(/^Number of ports/, "");
  await clickToSee("Make ports", "Choose 1 to 100 ports");
  expect(askedOf(path)).toEqual([]);
  type(/^Number of ports/, "100");
  type("Minutes", "1440");
  click("Make 100 ports");
  await waitFor(() => expect(askedOf(path)).toMatchObject([{ num: "100", minutes: "1440" }]));
});

test("a place without exits is reported at the field that the API names", async () => {
  const said = "No exit is online at this place.";
  await show({ [path]: () => new Refused(400, said, { reason: "noExitThere", field: "city" }) });
  await choose("Country or region", "Germany");
  await choose("City", "Kassel");
  await clickToSee("Make 5 ports", said);
  expect(screen.getByRole("combobox", { name: "City" }).getAttribute("aria-invalid")).toBe("true");
  await choose("State", "Berlin");
  expect(screen.queryByText(said)).toBeNull();
});

test("an empty whitelist says that nobody can connect; one click adds the user's own IP address", async () => {
  let tableProps = 0;
  const { askedOf } = await show({
    "/v1/trafficWhiteList": () => ({ items: [], total: tableProps, page: 1, limit: 1 }),
    "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: tableProps > 0 }),
    "/v1/addTrafficWhite": ({ ips }) => {
      tableProps = 1;
      return { added: [{ id: "e1", ip: ips }], refused: [] };
    },
  });
  await screen.findByText("The whitelist is empty: nobody can connect yet.");
  await screen.findByRole("button", { name: "Add my address" });
  await clickToSee("Add my address", "1 address is on the whitelist.");
  await screen.findByText("On the whitelist");
  expect(askedOf("/v1/addTrafficWhite")).toMatchObject([{ ips: "203.0.113.99" }]);
});

test("an IP address that the API refuses is shown with the reason", async () => {
  const msg = "Addresses in mainland China cannot be added";
  await show({
    "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: false }),
    "/v1/addTrafficWhite": ({ ips }) => ({ added: [], refused: [{ ip: ips, msg, reason: "x" }] }),
  });
  await screen.findByText("Add my address");
  await clickToSee("Add my address", `203.0.113.99: ${msg}`);
});

test("without a sub-account the user's own IP address is not added, and a link to create one is shown", async () => {
  const data = { reason: "subAccountNotFound", field: "account" };
  await show({
    "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: false }),
    "/v1/addTrafficWhite": () => new Refused(404, "There is no such sub-account", data),
  });
  await screen.findByText("Add my address");
  click("Add my address");
  await screen.findByRole("link", { name: "Create a sub-account" });
  expect(screen.queryByText("There is no such sub-account")).toBeNull();
});

test("without traffic a message is shown, and traffic can be bought (spec/dashboard#messages)", async () => {
  const { router } = await show({
    "/v1/trafficInfo": () => ({ balanceBytes: 0, endpoints: [], exampleTarget: "http://x/" }),
  });
  await screen.findByText("No balance, please purchase first");
  await clickToOpen("Buy traffic");
  expect(router.state.location.search).toBe("?dialog=buy");
});

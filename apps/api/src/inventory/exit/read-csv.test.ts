import { describe, expect, it } from "vitest";
import { allExits, readLines } from "./read-csv.ts";
import { readList } from "./read-list.ts";

const first =
  "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
const good: Record<string, string> = {
  ip: "8.8.4.4",
  kind: "http",
  host: "proxy.example.com",
  port: "8080",
  user: "u",
  password: "p,w",
  country: "br",
  state: "São Paulo",
  city: "São Paulo",
  postal: "01310-100",
  isp: "T-Mobile",
  asn: "AS7018",
  product: "pool",
  provenance: "leased from Example Ltd, contract 7",
};
const readExits = (text: string, options: { internal: boolean; networks?: string[] }) =>
  allExits(readLines(text, { networks: [], ...options }));
const names = first.split(",");
const line = (change: Record<string, string> = {}) =>
  names.map((name) => `"${change[name] ?? good[name] ?? ""}"`).join(",");
const read = (...lines: string[]) => readExits([first, ...lines].join("\r\n"), { internal: false });

describe("exits import FILE.csv (spec/operator#exits-import)", () => {
  it("leaves user and password unchanged, and trims the other fields", () => {
    const change = { user: " u", password: " p w ", isp: " T-Mobile ", product: "pool " };
    const [exit] = read(line(change));
    expect(exit).toMatchObject({ user: " u", password: " p w ", ispName: "T-Mobile" });
    expect(exit?.product).toBe("pool");
  });

  it.each([";", "\t"])("accepts %j as separator, as the first line has it", (separator) => {
    const text = [first, line({ city: "Łódź" })].join("\r\n").replaceAll(`","`, `"${separator}"`);
    const separated = text.replace(first, first.replaceAll(",", separator));
    expect(readExits(separated, { internal: false })).toEqual(read(line({ city: "Łódź" })));
  });

  it("names an encoding or separator that it cannot read instead of importing broken names", () => {
    const text = [first, line({ city: "M\xfcnchen" })].join("\n");
    const cases: [string, string][] = [
      [Buffer.from(text, "latin1").toString("utf8"), "not UTF-8 but Windows-1252"],
      [Buffer.from(text, "utf16le").toString("utf8"), "not UTF-8 but UTF-16"],
      [text.replaceAll(",", "|"), "neither commas, semicolons nor tabs"],
      [",".repeat(1_000_000), "longer than 10000 characters"],
      ["\n".repeat(100_001), "more than 100000 lines"],
    ];
    for (const [given, why] of cases) {
      expect(() => readExits(given, { internal: false })).toThrow(why);
    }
  });

  it("does not hold up the process while a long list is parsed", async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      line({ ip: `9.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }),
    );
    let turns = 0;
    let parsed = false;
    const turn = () => {
      turns += 1;
      if (!parsed) setImmediate(turn);
    };
    turn();
    const { exits } = await readList({
      text: [first, ...rows].join("\n"),
      internal: false,
      networks: [],
    });
    const commas = readList({ text: `a\n${",".repeat(1_000_000)}`, internal: false, networks: [] });
    await expect(commas).rejects.toThrow(/./);
    parsed = true;
    expect(exits).toHaveLength(3_000);
    // Parsed here, the loop would turn some ten times.
    expect(turns).toBeGreaterThan(100);
  }, 90_000);

  it("accepts IPv6 prefixes and normalises their notation", () => {
    const prefix = (change: Record<string, string>) =>
      read(line({ kind: "prefix", host: "", port: "", user: "", password: "", ...change }))[0];
    expect(prefix({ ip: "2A00:1:2:3::7/64" })).toMatchObject({
      ip: "2a00:1:2:3::/64",
      how: "local",
      host: "2a00:1:2:3::",
      port: 0,
      product: "pool",
    });
    for (const [change, fault] of [
      [{ ip: "2a00:1::/120" }, "is no IPv6 prefix from /32 to /112"],
      [{ ip: "2a00::/16" }, "is no IPv6 prefix"],
      [{ ip: "2a00:1::1" }, "is no IPv6 prefix"],
      [{ ip: "8.8.4.0/24" }, "is no IPv6 prefix"],
      [{ ip: "fd00:1::/64" }, "is internal"],
      [{ ip: "2001:db8::/48" }, "is internal"],
      [{ ip: "2a00:1::/64", product: "static" }, "the product of a prefix must be pool"],
      [{ ip: "2a00:1::/64", host: "2a00:1::1" }, "has no host"],
      [{ ip: "2a00:1::/64", provenance: "" }, "provenance is missing"],
    ] as const)
      expect(() => prefix(change)).toThrow(fault);
    expect(() => read(line({ kind: "local", ip: "2a00:1::/64", host: "", port: "" }))).toThrow(
      "is not an IP address",
    );
  });

  it("accepts coordinates and a time zone if the file has them (spec/lookup#places)", () => {
    const columns = `${first},latitude,longitude,timezone`;
    const at = (...given: string[]) =>
      readExits([columns, `${line()},${given.join()}`].join("\n"), { internal: false })[0];
    expect(at("-23.55", " +46.633308 ", "America/Sao_Paulo")).toMatchObject({
      latitude: -23.55,
      longitude: 46.633308,
      timezone: "America/Sao_Paulo",
    });
    expect(at("", "", "")).toMatchObject({ latitude: null, longitude: null, timezone: "" });
    expect(at("0", "0", "")).toMatchObject({ latitude: 0, longitude: 0 });
    expect(at("90", "-180", "")).toMatchObject({ latitude: 90, longitude: -180 });
    for (const [given, fault] of [
      [["90.1", "0", ""], "latitude 90.1 is no number up to 90"],
      [["0", "180.5", ""], "longitude 180.5 is no number up to 180"],
      [["north", "0", ""], "latitude north"],
      [["1e1", "0", ""], "latitude 1e1"],
      [["1", "", ""], "go together"],
      [["", "1", ""], "go together"],
      [["", "", "Europe/Atlantis"], "timezone Europe/Atlantis is none of the IANA names"],
      [["", "", "+01:00"], "timezone"],
    ] as const)
      expect(() => at(...given)).toThrow(fault);
  });

  it("reads places as names and as tokens (spec/pool#places)", () => {
    expect(read(line())).toEqual([
      {
        ip: "8.8.4.4",
        how: "http",
        host: "proxy.example.com",
        port: 8080,
        user: "u",
        password: "p,w",
        country: "BR",
        state: "saopaulo",
        stateName: "São Paulo",
        city: "saopaulo",
        cityName: "São Paulo",
        postal: "01310-100",
        isp: "tmobile",
        latitude: null,
        longitude: null,
        timezone: "",
        node: "",
        shared: false,
        rotateUrl: "",
        rotateMinSeconds: 0,
        ispName: "T-Mobile",
        asn: 7018,
        product: "pool",
        provenance: "leased from Example Ltd, contract 7",
        dns: "remote",
      },
    ]);
  });

  it.each(["state", "city", "isp", "postal"])(
    "refuses a %s that no report has room for",
    (column) => {
      expect(() => read(line({ [column]: "x".repeat(101) }))).toThrow(
        `line 2: ${column} has more than 100 letters`,
      );
    },
  );

  it("accepts columns in any order, a byte order mark and additional columns", () => {
    const swapped = ["more", ...names.toReversed()];
    const values = swapped.map((name) => `"${good[name] ?? "x"}"`).join(",");
    const text = `\ufeff${swapped.join(",")}\n${values}\n\n`;
    expect(readExits(text, { internal: false })).toEqual(read(line()));
  });

  it("binds a local exit to its own IP address, or to the one that it is behind", () => {
    const local = { kind: "local", host: "", port: "", user: "", password: "" };
    expect(read(line(local))).toMatchObject([{ host: "8.8.4.4", port: 0 }]);
    expect(read(line({ ...local, host: "10.0.0.7" }))).toMatchObject([{ host: "10.0.0.7" }]);
  });

  it("refuses an IP address that would be the listener of two exits, across static and short (spec/static#ports)", () => {
    const stock = (ip: string, change: Record<string, string>) => line({ ip, ...change });
    const twice = () =>
      read(stock("8.8.8.8", { product: "static" }), stock("8.8.8.8", { product: "short" }));
    expect(twice).toThrow(/line 3: 8\.8\.8\.8 would be the listener of two exits/);
    const local = { kind: "local", host: "10.0.0.7", port: "", product: "static" };
    const bound = () => read(stock("8.8.8.8", local), stock("1.1.1.1", local));
    expect(bound).toThrow(/line 3: 10\.0\.0\.7 would be the listener of two exits/);
    const crossed = { ...local, host: "9.9.9.9" };
    const other = () => read(stock("9.9.9.9", { product: "short" }), stock("1.1.1.1", crossed));
    expect(other).toThrow(/line 3: 9\.9\.9\.9 would be/);
    // Other products have no static listeners, and an upstream's exits may share its address.
    const fine = [
      stock("8.8.8.8", { product: "static" }),
      stock("8.8.8.8", { product: "pool" }),
      stock("8.8.8.8", { product: "unlimited" }),
      stock("1.1.1.1", { product: "static" }),
      stock("9.9.9.9", { ...local, product: "pool" }),
      stock("9.9.9.10", { ...local, product: "pool" }),
    ];
    expect(read(...fine)).toHaveLength(6);
  });

  it.each<[string, Record<string, string>, string]>([
    ["no address", { ip: "8.8.4" }, "not an IP address"],
    ["an internal address", { ip: "10.0.0.1" }, "internal"],
    ["loopback", { ip: "127.0.0.1" }, "loopback"],
    ["an upstream inside", { host: "192.168.1.1" }, "refused"],
    ["an upstream by an internal name", { host: "db.internal" }, "refused"],
    ["an upstream with a disguised address", { host: "0x7f.1" }, "host"],
    ["no port", { port: "" }, "port"],
    ["too high a port", { port: "65536" }, "port"],
    ["another kind", { kind: "device" }, "kind is one of"],
    ["another product", { product: "gold" }, "product is one of"],
    ["no provenance", { provenance: " " }, "provenance is missing"],
    ["no country", { country: "USA" }, "country"],
    ["a city without letters", { city: "東京" }, "city needs"],
    ["no network", { asn: "0" }, "asn"],
  ])("refuses %s, names the line and imports nothing", (_what, change, words) => {
    const text = () => read(line(), line({ ip: "1.1.1.1", ...change }));
    expect(text).toThrow(/line 3: /);
    expect(text).toThrow(words);
    expect(text).toThrow("nothing was imported");
  });

  it("accepts internal addresses only in the lab", () => {
    const text = `${first}\n${line({ ip: "127.1.200.1", host: "127.0.0.1" })}`;
    const networks = ["127.0.0.0/8"];
    expect(readExits(text, { internal: true, networks })).toMatchObject([{ ip: "127.1.200.1" }]);
    expect(() => readExits(text, { internal: false, networks })).toThrow("internal");
  });

  it("accepts an upstream in an internal network only if EXIT_NETWORKS names it", () => {
    const readAt = (host: string, networks: string[], internal = false) =>
      readExits(`${first}\n${line({ host })}`, { internal, networks });
    const farm = ["192.168.0.0/16", "fd00::/8"];
    expect(readAt("192.168.7.2", farm)).toMatchObject([{ host: "192.168.7.2" }]);
    expect(readAt("fd00::7", farm)).toMatchObject([{ host: "fd00::7" }]);
    expect(readAt("localhost", farm)).toMatchObject([{ host: "localhost" }]);
    const refused = /host .* in no network of EXIT_NETWORKS/;
    expect(() => readAt("10.0.0.2", farm)).toThrow(refused);
    expect(() => readAt("192.168.7.2", [])).toThrow(refused);
    expect(() => readAt("localhost", [])).toThrow(refused);
    expect(() => readAt("127.0.0.1", farm, true)).toThrow(refused);
  });

  it("reads who resolves a target's name: the upstream unless `dns` says local", () => {
    const readDns = (...dns: string[]) =>
      readExits(
        [`${first},dns`, ...dns.map((one, at) => `${line({ ip: `1.1.1.${at + 1}` })},${one}`)].join(
          "\n",
        ),
        {
          internal: false,
        },
      ).map((exit) => exit.dns);
    expect(readDns("", "remote", "LOCAL")).toEqual(["remote", "remote", "local"]);
    expect(read(line())).toMatchObject([{ dns: "remote" }]);
    expect(() => readDns("here")).toThrow("dns is one of remote, local");
  });

  it("requires no upstream columns for local exits, but a port for an upstream", () => {
    const head = "ip,kind,country,state,city,isp,asn,product,provenance";
    const row = (kind: string) =>
      `93.184.216.34,${kind},DE,Berlin,Berlin,Example Net,64500,pool,"own network"`;
    const readOne = (kind: string) => readExits(`${head}\n${row(kind)}`, { internal: false });
    expect(readOne("local")).toMatchObject([{ ip: "93.184.216.34", country: "DE" }]);
    expect(() => readOne("http")).toThrow(/line 2: port/);
  });

  it("refuses a duplicate address, a file without its required columns, and an empty one", () => {
    expect(() => read(line(), line())).toThrow("is listed twice");
    expect(read(line(), line({ product: "static" }))).toHaveLength(2);
    expect(() => readExits("ip,kind\n1.1.1.1,http", { internal: false })).toThrow("lacks country");
    expect(() => read()).toThrow("no exits");
  });
});

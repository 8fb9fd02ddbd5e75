/**
 * Clients in Go and Python that a stock generator (OpenAPI Generator) makes from
 * `/openapi-3.0.json`: they compile, and do a customer's work with an API key.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { customerWithTraffic } from "./customer.ts";
import { sharedProduct } from "./shared.ts";

const run = promisify(execFile);
const generator = path.resolve(
  import.meta.dirname,
  "../tools/programs/node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar",
);
let folder = "";
let environment: Record<string, string> = {};

beforeAll(async () => {
  for (const needed of [generator, "/usr/bin/java", "/usr/bin/go", "/usr/bin/python3"])
    if (!existsSync(needed)) throw new Error(`missing: ${needed} (npm run test:full installs it)`);
  const product = await sharedProduct();
  folder = mkdtempSync(path.join(tmpdir(), "journey-generated-"));
  const { customer } = await customerWithTraffic(product);
  const { key } = await customer.ask("apiKeyAdd", {
    name: "generated",
    scopes: ["read", "proxies"],
  });
  environment = { PATH: "/usr/bin:/bin", HOME: folder, URL: product.url, KEY: key };
  const document = await fetch(`${product.url}/openapi-3.0.json`);
  writeFileSync(path.join(folder, "openapi.json"), await document.text());
}, 90_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Generates a client; the generator's warnings about the document are faults of the document. */
async function generate(language: string, into: string): Promise<void> {
  const args = ["-g", language, "-i", "openapi.json", "-o", into, "--package-name", "proxyapi"];
  const { stdout, stderr } = await run("java", ["-jar", generator, "generate", ...args], {
    cwd: folder,
    env: environment,
    timeout: 200_000,
    maxBuffer: 64 << 20,
  });
  const told = `${stdout}${stderr}`.split("\n");
  // Of its own templates, and of examples that it makes itself.
  const own = /CodegenIgnoreProcessor|vendor extensions|toExampleValue/;
  expect(told.filter((line) => /WARN|ERROR/.test(line) && !own.test(line))).toEqual([]);
}

/** What both programs tell, in the same words. */
interface Told {
  walletCents: number;
  account: string;
  maxConnections: number;
  found: string[];
  usage: string;
  refused: [number, string];
  scope: string;
}
const expected = (account: string): Told => ({
  // 1,000.00 paid in, 10 GB bought.
  walletCents: expect.any(Number) as number,
  account,
  maxConnections: 7,
  found: [account],
  usage: "day",
  refused: [409, "accountTaken"],
  scope: "manage",
});
const lastLine = (text: string) => JSON.parse(text.trim().split("\n").at(-1) ?? "null") as Told;

it("Go: the generated client compiles, creates a sub-account, reads balance and usage", async () => {
  const source = path.join(folder, "go/src");
  mkdirSync(path.join(source, "program"), { recursive: true });
  await generate("go-experimental", path.join(source, "proxyapi"));
  writeFileSync(path.join(source, "program/main.go"), goProgram);
  const { stdout } = await run("go", ["run", "program"], {
    cwd: path.join(source, "program"),
    env: {
      ...environment,
      GO111MODULE: "off",
      GOPATH: `${folder}/go:/usr/share/gocode`,
      GOCACHE: `${folder}/go-cache`,
    },
    timeout: 400_000,
  });
  expect(lastLine(stdout)).toEqual(expected("generatedgo"));
  expect(lastLine(stdout).walletCents).toBeGreaterThan(1_000);
}, 650_000);

it("Python: the generated client does the same", async () => {
  await generate("python", path.join(folder, "python"));
  const file = path.join(folder, "program.py");
  writeFileSync(file, pythonProgram);
  const { stdout } = await run("/usr/bin/python3", [file], {
    cwd: folder,
    env: { ...environment, PYTHONPATH: path.join(folder, "python") },
    timeout: 60_000,
  });
  expect(lastLine(stdout)).toEqual(expected("generatedpython"));
}, 300_000);

const goProgram = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"proxyapi"
)

func must(err error, code int32, msg string) {
	if err != nil {
		log.Fatal(err)
	}
	if code != 0 {
		log.Fatal(code, msg)
	}
}

func main() {
	configuration := proxyapi.NewConfiguration()
	configuration.Servers = proxyapi.ServerConfigurations{{URL: os.Getenv("URL")}}
	client := proxyapi.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), proxyapi.ContextAccessToken, os.Getenv("KEY"))
	told := map[string]interface{}{}

	member, _, err := client.AccountApi.Member(ctx).MemberRequest(*proxyapi.NewMemberRequest()).Execute()
	must(err, member.Code, member.Msg)
	told["walletCents"] = member.Data.GetWalletCents()

	wanted := proxyapi.NewAddSubUserRequest("generatedgo", "secret123")
	wanted.SetTrafficGb(1)
	wanted.SetMaxConnections(7)
	made, _, err := client.SubAccountsApi.AddSubUser(ctx).AddSubUserRequest(*wanted).Execute()
	must(err, made.Code, made.Msg)
	limits := made.Data.GetLimits()
	told["account"], told["maxConnections"] = made.Data.GetAccount(), limits.GetMaxConnections()

	again, _, err := client.SubAccountsApi.AddSubUser(ctx).AddSubUserRequest(*wanted).Execute()
	must(err, 0, "")
	told["refused"] = []interface{}{again.Code, again.Data.GetReason()}

	search := proxyapi.NewSubUsersRequest()
	search.SetSearch("generatedgo")
	list, _, err := client.SubAccountsApi.SubUsers(ctx).SubUsersRequest(*search).Execute()
	must(err, list.Code, list.Msg)
	found := []string{}
	for _, one := range list.Data.GetItems() {
		found = append(found, one.GetAccount())
	}
	told["found"] = found

	asked := proxyapi.NewUsageRequest()
	asked.SetGrain("day")
	usage, _, err := client.TrafficPlanApi.Usage(ctx).UsageRequest(*asked).Execute()
	must(err, usage.Code, usage.Msg)
	told["usage"] = usage.Data.GetGrain()

	language, _, err := client.AccountApi.UpLang(ctx).UpLangRequest(*proxyapi.NewUpLangRequest("fr")).Execute()
	must(err, 0, "")
	told["scope"] = language.Data.GetScope()

	line, _ := json.Marshal(told)
	fmt.Println(string(line))
}
`;

const pythonProgram = `import json, os
import proxyapi

configuration = proxyapi.Configuration(host=os.environ["URL"])
configuration.access_token = os.environ["KEY"]
told = {}


def done(answer):
    if answer.code != 0:
        raise SystemExit(f"{answer.code} {answer.msg}")
    return answer.data


with proxyapi.ApiClient(configuration) as client:
    account, subs = proxyapi.AccountApi(client), proxyapi.SubAccountsApi(client)
    told["walletCents"] = done(account.member(proxyapi.MemberRequest())).wallet_cents
    wanted = proxyapi.AddSubUserRequest(
        account="generatedpython", password="secret123", traffic_gb=1, max_connections=7
    )
    made = done(subs.add_sub_user(wanted))
    told["account"], told["maxConnections"] = made.account, made.limits.max_connections
    again = subs.add_sub_user(wanted)
    told["refused"] = [again.code, again.data.reason]
    items = done(subs.sub_users(proxyapi.SubUsersRequest(search="generatedpython"))).items
    told["found"] = [one.account for one in items]
    usage = proxyapi.TrafficPlanApi(client).usage(proxyapi.UsageRequest(grain="day"))
    told["usage"] = done(usage).grain
    told["scope"] = account.up_lang(proxyapi.UpLangRequest(language="fr")).data.scope
print(json.dumps(told))
`;

/**
 * Sample programs: one request through one endpoint, in the languages that customers use. Every
 * snippet runs as is once its library is installed. None contains prose, since texts belong to the
 * locales: what has to be explained is returned as the name of a note.
 */
import { playwright, puppeteer, scrapy, selenium } from "./browser-snippets.ts";
import { type Endpoint, endpointUrl } from "./endpoint.ts";
import {
  importing,
  install,
  quoted,
  server,
  type Snippet,
  wait,
  waiting,
} from "./snippet-parts.ts";

export const snippetLanguages = [
  "curl",
  "python",
  "node",
  "php",
  "go",
  "java",
  "csharp",
  "playwright",
  "puppeteer",
  "selenium",
  "scrapy",
] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

const shellSafe = /^[A-Za-z0-9_@%+=:,./-]+$/;
/** Quotes one word for a POSIX shell, if necessary. */
export function shellWord(value: string): string {
  return shellSafe.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

const quotedPhp = (value: string) => `'${value.replace(/[\\']/g, "\\$&")}'`;
/** With `socks5h` the gateway resolves the target's name instead of the customer's machine. */
const remoteDns = (endpoint: Endpoint) =>
  endpointUrl(endpoint, endpoint.protocol === "socks5" ? "socks5h" : "http");
/** Returns `curl -x … target` as one line that a shell runs as is. */
export function curlCommand(endpoint: Endpoint, target: string): string {
  return `curl -x ${shellWord(remoteDns(endpoint))} ${shellWord(target)}`;
}

/** Returns a curl command without user and password, for a whitelisted address. */
export function curlWithoutPassword(
  endpoint: Pick<Endpoint, "protocol" | "host" | "port">,
  target: string,
): string {
  const scheme = endpoint.protocol === "socks5" ? "socks5h" : "http";
  const address = server({ ...endpoint, username: "", password: "" });
  return `curl -x ${shellWord(`${scheme}://${address}`)} ${shellWord(target)}`;
}

function python(endpoint: Endpoint, target: string): Snippet {
  const extra = endpoint.protocol === "socks5" ? "'requests[socks]'" : "requests";
  return {
    code: `import requests

proxy = ${quoted(remoteDns(endpoint))}
answer = requests.get(
    ${quoted(target)},
    proxies={"http": proxy, "https": proxy},
    timeout=30,
)
print(answer.status_code, answer.text)
`,
    notes: [install(`pip install ${extra}`)],
  };
}

function node(endpoint: Endpoint, target: string): Snippet {
  if (endpoint.protocol === "http") {
    return {
      code: `${importing("{ fetch, ProxyAgent }", "undici")}

const dispatcher = new ProxyAgent(${quoted(endpointUrl(endpoint))});
const answer = ${wait} fetch(${quoted(target)}, { dispatcher });
console.log(answer.status, ${wait} answer.text());
`,
      notes: [install("npm install undici"), { note: "runs", command: "node proxy.mjs" }],
    };
  }
  const library = target.startsWith("https:") ? "https" : "http";
  return {
    code: `${importing("{ get }", `node:${library}`)}
${importing("{ text }", "node:stream/consumers")}
${importing("{ SocksProxyAgent }", "socks-proxy-agent")}

const agent = new SocksProxyAgent(${quoted(remoteDns(endpoint))});
get(${quoted(target)}, { agent }, ${waiting} (answer) => {
  console.log(answer.statusCode, ${wait} text(answer));
});
`,
    notes: [install("npm install socks-proxy-agent"), { note: "runs", command: "node proxy.mjs" }],
  };
}

function php(endpoint: Endpoint, target: string): Snippet {
  const type = endpoint.protocol === "socks5" ? "CURLPROXY_SOCKS5_HOSTNAME" : "CURLPROXY_HTTP";
  return {
    code: `<?php
$curl = curl_init(${quotedPhp(target)});
curl_setopt_array($curl, [
    CURLOPT_PROXY => ${quotedPhp(server(endpoint))},
    CURLOPT_PROXYTYPE => ${type},
    CURLOPT_PROXYUSERPWD => ${quotedPhp(`${endpoint.username}:${endpoint.password}`)},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$answer = curl_exec($curl);
echo $answer === false ? curl_error($curl) : $answer, PHP_EOL;
`,
    notes: [{ note: "runs", command: "php proxy.php" }],
  };
}

function go(endpoint: Endpoint, target: string): Snippet {
  return {
    code: `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"time"
)

func main() {
	proxy, err := url.Parse(${quoted(endpointUrl(endpoint))})
	if err != nil {
		log.Fatal(err)
	}
	client := &http.Client{
		Transport: &http.Transport{Proxy: http.ProxyURL(proxy)},
		Timeout:   30 * time.Second,
	}
	answer, err := client.Get(${quoted(target)})
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.StatusCode, string(body))
}
`,
    notes: [{ note: "runs", command: "go run proxy.go" }],
  };
}

/** `java.net.http` does not support SOCKS, so the older client serves both protocols. */
function java(endpoint: Endpoint, target: string): Snippet {
  const kind = endpoint.protocol === "socks5" ? "SOCKS" : "HTTP";
  return {
    code: `import java.net.*;

public class ProxyExample {
    public static void main(String[] args) throws Exception {
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        Authenticator.setDefault(new Authenticator() {
            @Override protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(
                    ${quoted(endpoint.username)},
                    ${quoted(endpoint.password)}.toCharArray());
            }
        });
        var gateway = new InetSocketAddress(${quoted(endpoint.host)}, ${endpoint.port});
        var proxy = new Proxy(Proxy.Type.${kind}, gateway);
        var connection = new URL(${quoted(target)}).openConnection(proxy);
        try (var body = connection.getInputStream()) {
            System.out.println(new String(body.readAllBytes()));
        }
    }
}
`,
    notes: [{ note: "runs", command: "java ProxyExample.java" }],
  };
}

function csharp(endpoint: Endpoint, target: string): Snippet {
  return {
    code: `using System.Net;

var proxy = new WebProxy(${quoted(`${endpoint.protocol}://${server(endpoint)}`)})
{
    Credentials = new NetworkCredential(
        ${quoted(endpoint.username)},
        ${quoted(endpoint.password)}),
};
using var client = new HttpClient(new HttpClientHandler { Proxy = proxy });
Console.WriteLine(${wait} client.GetStringAsync(${quoted(target)}));
`,
    notes: [{ note: "runs", command: "dotnet run" }],
  };
}

/** Returns a program in `language` that fetches `target` through the endpoint. */
export function snippet(language: SnippetLanguage, endpoint: Endpoint, target: string): Snippet {
  switch (language) {
    case "curl":
      return { code: `${curlCommand(endpoint, target)}\n`, notes: [] };
    case "python":
      return python(endpoint, target);
    case "node":
      return node(endpoint, target);
    case "php":
      return php(endpoint, target);
    case "go":
      return go(endpoint, target);
    case "java":
      return java(endpoint, target);
    case "csharp":
      return csharp(endpoint, target);
    case "playwright":
      return playwright(endpoint, target);
    case "puppeteer":
      return puppeteer(endpoint, target);
    case "selenium":
      return selenium(endpoint, target);
    case "scrapy":
      return scrapy(endpoint, target);
  }
}

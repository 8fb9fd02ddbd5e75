/** Sample programs that drive a browser, or crawl. */
import { type Endpoint, endpointUrl } from "./endpoint.ts";
import {
  importing,
  install,
  quoted,
  server,
  type Snippet,
  type SnippetNote,
  wait,
} from "./snippet-parts.ts";

/** Chromium cannot authenticate at a SOCKS5 proxy; the gateway's port speaks HTTP as well. */
const chromiumNotes = (endpoint: Endpoint): SnippetNote[] =>
  endpoint.protocol === "socks5" ? [{ note: "chromiumHttp" }] : [];

export function playwright(endpoint: Endpoint, target: string): Snippet {
  return {
    code: `${importing("{ chromium }", "playwright")}

const browser = ${wait} chromium.launch({
  proxy: {
    server: ${quoted(`http://${server(endpoint)}`)},
    username: ${quoted(endpoint.username)},
    password: ${quoted(endpoint.password)},
  },
});
const page = ${wait} browser.newPage();
${wait} page.goto(${quoted(target)});
console.log(${wait} page.innerText("body"));
${wait} browser.close();
`,
    notes: [...chromiumNotes(endpoint), install("npm install playwright")],
  };
}

export function puppeteer(endpoint: Endpoint, target: string): Snippet {
  const options = [quoted(`--proxy-server=http://${server(endpoint)}`)];
  if (isLoopback(target)) options.push(quoted("--proxy-bypass-list=<-loopback>"));
  return {
    code: `${importing("puppeteer", "puppeteer")}

const browser = ${wait} puppeteer.launch({
  args: [
    ${options.join(",\n    ")},
  ],
});
const page = ${wait} browser.newPage();
${wait} page.authenticate({
  username: ${quoted(endpoint.username)},
  password: ${quoted(endpoint.password)},
});
${wait} page.goto(${quoted(target)});
console.log(${wait} page.$eval("body", (body) => body.innerText));
${wait} browser.close();
`,
    notes: [...chromiumNotes(endpoint), install("npm install puppeteer")],
  };
}

/** Chrome takes no login in the proxy's address; Selenium answers its question (DevTools). */
export function selenium(endpoint: Endpoint, target: string): Snippet {
  const options = [quoted(`--proxy-server=http://${server(endpoint)}`)];
  if (isLoopback(target)) options.push(quoted("--proxy-bypass-list=<-loopback>"));
  return {
    code: `${importing("{ Builder, By }", "selenium-webdriver")}
${importing("{ Options }", "selenium-webdriver/chrome.js")}

const options = new Options().addArguments(
  ${options.join(",\n  ")},
);
const driver = ${wait} new Builder().forBrowser("chrome").setChromeOptions(options).build();
const connection = ${wait} driver.createCDPConnection("page");
${wait} driver.register(
  ${quoted(endpoint.username)},
  ${quoted(endpoint.password)},
  connection,
);
${wait} driver.get(${quoted(target)});
console.log(${wait} driver.findElement(By.css("body")).getText());
${wait} driver.quit();
`,
    notes: [
      ...chromiumNotes(endpoint),
      install("npm install selenium-webdriver"),
      { note: "runs", command: "node proxy.mjs" },
    ],
  };
}

/** Scrapy sends the login that is in the proxy's URL; it does not speak SOCKS. */
export function scrapy(endpoint: Endpoint, target: string): Snippet {
  const notes: SnippetNote[] = [
    install("pip install scrapy"),
    { note: "runs", command: "scrapy runspider proxy.py" },
  ];
  return {
    code: `import scrapy


class Example(scrapy.Spider):
    name = "example"

    def start_requests(self):
        proxy = ${quoted(endpointUrl(endpoint, "http"))}
        yield scrapy.Request(${quoted(target)}, meta={"proxy": proxy})

    def parse(self, response):
        print(response.status, response.text)
`,
    notes: endpoint.protocol === "socks5" ? [{ note: "httpOnly" }, ...notes] : notes,
  };
}

/** Chromium bypasses the proxy for loopback targets by default. */
const isLoopback = (target: string) =>
  /^https?:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:|\/|$)/.test(target);

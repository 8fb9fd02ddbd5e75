import { expect, test } from "vitest";
import { readProxies } from "./proxy.ts";
import { only } from "./only-testing.ts";

const login = (text: string) => {
  const { protocol, host, port, username, password } = only(text);
  return `${protocol} ${host} ${port} ${username} ${password}`;
};

test.each([
  ["1.2.3.4:80", "null 1.2.3.4 80  "],
  ["1.2.3.4:80:u:p:q", "null 1.2.3.4 80 u p:q"],
  ["u:p:gate.example.com:80", "null gate.example.com 80 u p"],
  ["1.2.3.4:80@u:p@q", "null 1.2.3.4 80 u p@q"],
  ["u:p@q@1.2.3.4:80", "null 1.2.3.4 80 u p@q"],
  ["ac.example.net:123@gate.example.com:80", "null gate.example.com 80 ac.example.net 123"],
  ["1.2.3.4:8080@user12:12345", "null 1.2.3.4 8080 user12 12345"],
  ["socks5://u%40x:p%3A%2F%C3%A9@1.2.3.4:80/", "socks5 1.2.3.4 80 u@x p:/é"],
  ["http://gate.example.com:80:u:p", "http gate.example.com 80 u p"],
  ["socks5:1.2.3.4:1080:u:p", "socks5 1.2.3.4 1080 u p"],
  ["[2001:DB8::1]:80:u:p", "null 2001:db8::1 80 u p"],
  ["u:p:[2001:db8::1]:80", "null 2001:db8::1 80 u p"],
  ["u:p@2001:db8::1:80", "null 2001:db8::1 80 u p"],
  ["1.2.3.4\t80\tu\tp", "null 1.2.3.4 80 u p"],
  ["1.2.3.4,80,u,p", "null 1.2.3.4 80 u p"],
  ["u;p;1.2.3.4;80", "null 1.2.3.4 80 u p"],
  ["socks5 1.2.3.4 1080 u p", "socks5 1.2.3.4 1080 u p"],
  ["1.2.3.4:80 u:p", "null 1.2.3.4 80 u p"],
  ['"1.2.3.4:80:u:p",', "null 1.2.3.4 80 u p"],
  ["12. 1.2.3.4:80:u:p", "null 1.2.3.4 80 u p"],
  [
    "curl -sx http://u:p@1.2.3.4:80 https://example.com:443/".replace("-sx", "-x"),
    "http 1.2.3.4 80 u p",
  ],
  [
    "curl --proxy-user 'u:p q' \\\n  --proxy=1.2.3.4:80 https://example.com",
    "null 1.2.3.4 80 u p q",
  ],
  ["curl --socks5-hostname 1.2.3.4:1080 -U u:p x.com", "socks5h 1.2.3.4 1080 u p"],
  ['export https_proxy="http://u:p@1.2.3.4:80"', "http 1.2.3.4 80 u p"],
  ["$env:HTTPS_PROXY = 'http://u:p@1.2.3.4:80'", "http 1.2.3.4 80 u p"],
  ["set HTTP_PROXY=1.2.3.4:80", "null 1.2.3.4 80  "],
  [
    'proxies = {"http": "http://u:p@1.2.3.4:80", "https": "http://u:p@1.2.3.4:80"}',
    "http 1.2.3.4 80 u p",
  ],
  [
    "launch({\n proxy: {\n  server: 'http://g.example.com:80',\n  username: 'u-a',\n  password: 'x\"y' } })",
    'http g.example.com 80 u-a x"y',
  ],
  [
    '{"host":"g.example.com","port":80,"username":"u","password":"a\\"b\\u0041"}',
    'null g.example.com 80 u a"bA',
  ],
  ["options.add_argument('--proxy-server=http://1.2.3.4:80')", "http 1.2.3.4 80  "],
  ["tg://socks?server=1.2.3.4&port=1080&user=u&pass=p", "null 1.2.3.4 1080 u p"],
])("%j is parsed", (text, expected) => {
  expect(login(text)).toBe(expected);
});

test("a part's position is its position in the input, even if encoded or quoted", () => {
  for (const text of [
    "curl -x 'http://customer-a%63-cc-US:p%40w@pr.oxylabs.io:7777' x.com",
    "http://customer-ac%2D%63%63-US:p%40w@pr.oxylabs.io:7777",
    "curl -U 'customer-ac-cc-US:p@w' -x pr.oxylabs.io:7777 x.com",
    '{"server":"pr.oxylabs.io:7777","username":"customer-ac-cc-US","password":"p@w"}',
    "first\n1.2.3.4:80:customer-ac-cc-US:p@w",
  ]) {
    const { parts } = only(text);
    const stood = Object.fromEntries(
      parts.map(({ meaning, from, to }) => [meaning, decodeURIComponent(text.slice(from, to))]),
    );
    expect(stood).toMatchObject({ account: "customer-ac", country: "cc-US", password: "p@w" });
  }
});

test("each line of a list is parsed; duplicates are counted and unreadable lines reported", () => {
  const text =
    "host,port,user,pass\n1.2.3.4:80:a:b\n\n# remark\nnonsense\n1.2.3.4:80:a:b\nexample.com\nftp://a:b@c.com:1\n5.6.7.8:81";
  const { proxies, unread, repeated } = readProxies(text);
  expect(proxies.map(({ host }) => host)).toEqual(["1.2.3.4", "5.6.7.8"]);
  expect(repeated).toBe(1);
  expect(unread.map(({ from, to, why }) => [text.slice(from, to), why])).toEqual([
    ["nonsense", "notAProxy"],
    ["example.com", "noPort"],
    ["ftp://a:b@c.com:1", "unknownScheme"],
  ]);
  const many = Array.from({ length: 1200 }, (_, at) => `1.2.3.4:${at + 1}:a:b`).join("\n");
  expect(readProxies(many)).toMatchObject({ cut: true });
  expect(readProxies(many).proxies).toHaveLength(1000);
});

test.each([
  ["1.2.3.4:80", "noCredentials"],
  ["u@1.2.3.4:80", "noPassword"],
  ["customer-USERNAME-cc-US:PASSWORD@pr.oxylabs.io:7777", "placeholders"],
  ["http://u:p@1.2.3.4:1080", "otherPort"],
  ["socks5://u:p@1.2.3.4:8080", "otherPort"],
  ["socks4://u:p@1.2.3.4:1080", "socks4Login"],
  ["http://u:p@1.2.3.4:80", "plainCredentials"],
])("%s causes the warning %s", (text, warning) => {
  expect(only(text).warnings).toContain(warning);
  expect(only("https://u:p@1.2.3.4:443").warnings).toEqual([]);
});

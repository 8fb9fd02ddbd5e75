/**
 * Requests that a proxy must not take, and requests that it takes but must put right (quality G1).
 * Data for tests: the parser's here, and those that send them through a running gateway.
 */

const host = "Host: a.example\r\n";
const get = "GET http://a.example/ HTTP/1.1\r\n";
const post = `POST http://a.example/ HTTP/1.1\r\n${host}`;
const chunked = "Transfer-Encoding: chunked";
const smuggled = "GET /admin HTTP/1.1\r\nHost: b.example\r\n\r\n";

/** Title and bytes (one character a byte) of each request that has to be refused or cut off. */
export const mustReject: readonly (readonly [string, string])[] = [
  // Line ends and controls
  ["bare LF at the request line's end", `GET http://a.example/ HTTP/1.1\n${host}\r\n`],
  ["bare LF at a field's end", `${get}Host: a.example\nX: y\r\n\r\n`],
  ["bare LFs throughout", "GET http://a.example/ HTTP/1.1\nHost: a.example\n\n"],
  ["bare CR in a field", `${get}${host}X: a\rY: b\r\n\r\n`],
  ["bare CR before the line's end", `${get}${host}X: a\r\r\n\r\n`],
  ["NUL in a value", `${get}${host}X: a\0b\r\n\r\n`],
  ["NUL in a name", `${get}${host}X\0: a\r\n\r\n`],
  ["DEL in a value", `${get}${host}X: a\x7fb\r\n\r\n`],
  ["vertical tab before a coding", `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`],
  ["NUL in the request line", `GET http://a.example/\0 HTTP/1.1\r\n${host}\r\n`],
  ["bare LF for the empty line", `GET http://a.example/ HTTP/1.1\r\n${host}\n`],
  ["bare CRs throughout", "GET http://a.example/ HTTP/1.1\rHost: a.example\r\r\r\n"],
  ["LF CR for CR LF", "GET http://a.example/ HTTP/1.1\n\rHost: a.example\n\r\n\r"],
  ["two empty lines before the request", `\r\n\r\n${get}${host}\r\n`],
  ["bare LF before the request", `\n${get}${host}\r\n`],
  ["escape sequence in a value", `${get}${host}X: \x1b[2J\r\n\r\n`],
  ["a TLS hello", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"],
  ["SOCKS4", "\x04\x01\0\x50\x08\x08\x08\x08\0"],
  // Header lines
  ["folded line", `${get}${host}X: a\r\n b\r\n\r\n`],
  ["folded by a tab", `${get}${host}X: a\r\n\tb\r\n\r\n`],
  ["folded first line", `${get} Host: a.example\r\n\r\n`],
  ["folded coding", `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
  ["space before the colon", `${post}Content-Length : 5\r\n\r\nhello`],
  ["tab before the colon", `${post}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n`],
  ["no colon", `${get}${host}Nonsense\r\n\r\n`],
  ["empty name", `${get}${host}: a\r\n\r\n`],
  ["space in a name", `${get}${host}X Y: a\r\n\r\n`],
  ["parenthesis in a name", `${get}${host}X(Y): a\r\n\r\n`],
  ["non-ASCII name", `${get}${host}X\xe9: a\r\n\r\n`],
  ["underscore for a dash in a framing field", `${post}Content_Length: 5\r\n\r\nhello`],
  ["no-break space before the colon", `${post}Content-Length\xa0: 5\r\n\r\nhello`],
  ["underscore in a coding's name", `${post}Transfer_Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["101 fields", `${get}${host}${"X: y\r\n".repeat(100)}\r\n`],
  ["a head over 16 KiB", `${get}${host}X: ${"a".repeat(16_384)}\r\n\r\n`],
  ["an endless request line", `GET http://a.example/${"a".repeat(20_000)}`],
  // Body framing
  ["length and chunked", `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["chunked and length", `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
  ["two different lengths", `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
  ["two equal lengths", `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`],
  ["a list of lengths", `${post}Content-Length: 5, 5\r\n\r\nhello`],
  ["negative length", `${post}Content-Length: -5\r\n\r\nhello`],
  ["signed length", `${post}Content-Length: +5\r\n\r\nhello`],
  ["hexadecimal length", `${post}Content-Length: 0x5\r\n\r\nhello`],
  ["length with a space inside", `${post}Content-Length: 1 2\r\n\r\nhello`],
  ["decimal length", `${post}Content-Length: 5.0\r\n\r\nhello`],
  ["empty length", `${post}Content-Length: \r\n\r\nhello`],
  ["length beyond 64 bits", `${post}Content-Length: 18446744073709551621\r\n\r\nhello`],
  ["coding identity", `${post}Transfer-Encoding: identity\r\n\r\nhello`],
  ["coding gzip, chunked", `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ["coding chunked, identity", `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ["coding xchunked", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ["coding in quotes", `${post}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n`],
  ["coding with a parameter", `${post}Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n`],
  ["empty coding", `${post}Transfer-Encoding:\r\n\r\n`],
  [
    "two codings in two fields",
    `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  ],
  [
    "coding in HTTP/1.0",
    `POST http://a.example/ HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["equal codings in two fields", `${post}${`${chunked}\r\n`.repeat(2)}\r\n0\r\n\r\n`],
  ["chunked twice in one", `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
  ["chunked and a comma", `${post}Transfer-Encoding: chunked,\r\n\r\n0\r\n\r\n`],
  ["no-break space before a coding", `${post}Transfer-Encoding: \xa0chunked\r\n\r\n0\r\n\r\n`],
  ["byte order mark in a length", `${post}Content-Length: \xef\xbb\xbf5\r\n\r\nhello`],
  ["Arabic digit in a length", `${post}Content-Length: \xd9\xa5\r\n\r\nhello`],
  ["length with a semicolon", `${post}Content-Length: 5;\r\n\r\nhello`],
  ["length with an exponent", `${post}Content-Length: 5e0\r\n\r\nhello`],
  ["length 0 and chunked", `${post}Content-Length: 0\r\n${chunked}\r\n\r\n0\r\n\r\n`],
  // Request line
  ["HTTP/0.9", "GET http://a.example/\r\n\r\n"],
  ["HTTP/2.0", `GET http://a.example/ HTTP/2.0\r\n${host}\r\n`],
  ["HTTP/1.2", `GET http://a.example/ HTTP/1.2\r\n${host}\r\n`],
  ["lower-case http version", `GET http://a.example/ http/1.1\r\n${host}\r\n`],
  ["HTTP/1.10", `GET http://a.example/ HTTP/1.10\r\n${host}\r\n`],
  ["HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["two spaces after the method", `GET  http://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["two spaces before the version", `GET http://a.example/  HTTP/1.1\r\n${host}\r\n`],
  ["space in the URI", `GET http://a.example/a b HTTP/1.1\r\n${host}\r\n`],
  ["tab for a space", `GET\thttp://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["space before the method", ` GET http://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["method with a bracket", `G[T http://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["lower-case method", `connect a.example:443 HTTP/1.1\r\n${host}\r\n`],
  ["non-ASCII in the URI", `GET http://a.example/\xff HTTP/1.1\r\n${host}\r\n`],
  ["TRACE", `TRACE http://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["OPTIONS *", `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
  ["origin-form", `GET / HTTP/1.1\r\n${host}\r\n`],
  ["no version", "GET http://a.example/ \r\nHost: a.example\r\n\r\n"],
  ["space after the version", `GET http://a.example/ HTTP/1.1 \r\n${host}\r\n`],
  ["HTTP/01.1", `GET http://a.example/ HTTP/01.1\r\n${host}\r\n`],
  ["HTTP/1,1", `GET http://a.example/ HTTP/1,1\r\n${host}\r\n`],
  ["HTTP/1.1 in another protocol", `GET http://a.example/ ICAP/1.0\r\n${host}\r\n`],
  ["a method of 33 letters", `${"M".repeat(33)} http://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["tab before the version", `GET http://a.example/\tHTTP/1.1\r\n${host}\r\n`],
  ["TRACK", `TRACK http://a.example/ HTTP/1.1\r\n${host}\r\n`],
  [
    "PROXY line of version 2",
    `\r\n\r\n\0\r\nQUIT\n!\x11\0\x0c${"\x01".repeat(12)}${get}${host}\r\n`,
  ],
  ["PROXY line", `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get}${host}\r\n`],
  // Targets
  ["https URI", `GET https://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["ftp URI", `GET ftp://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["file URI", `GET file:///etc/passwd HTTP/1.1\r\n${host}\r\n`],
  ["userinfo in the URI", `GET http://a@b.example/ HTTP/1.1\r\n${host}\r\n`],
  ["user and password in the URI", `GET http://a:b@b.example/ HTTP/1.1\r\n${host}\r\n`],
  ["backslash in the authority", `GET http://a.example\\@b.example/ HTTP/1.1\r\n${host}\r\n`],
  ["fragment", `GET http://a.example/#x HTTP/1.1\r\n${host}\r\n`],
  ["no authority", `GET http:///x HTTP/1.1\r\n${host}\r\n`],
  ["percent-encoded host", `GET http://a%2eexample/ HTTP/1.1\r\n${host}\r\n`],
  ["one slash after the scheme", `GET http:/a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["no scheme", `GET //a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["ws URI", `GET ws://a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["empty userinfo", `GET http://@a.example/ HTTP/1.1\r\n${host}\r\n`],
  ["empty port", `GET http://a.example:/ HTTP/1.1\r\n${host}\r\n`],
  ["signed port", `GET http://a.example:+80/ HTTP/1.1\r\n${host}\r\n`],
  ["port with a leading zero", `GET http://a.example:080/ HTTP/1.1\r\n${host}\r\n`],
  ["two ports", `GET http://a.example:80:81/ HTTP/1.1\r\n${host}\r\n`],
  ["comma in the host", `GET http://a.example,b.example/ HTTP/1.1\r\n${host}\r\n`],
  ["semicolon in the host", `GET http://a.example;b.example/ HTTP/1.1\r\n${host}\r\n`],
  ["zone in an IPv6 host", `GET http://[fe80::1%25lo]/ HTTP/1.1\r\n${host}\r\n`],
  ["open bracket", `GET http://[::1/ HTTP/1.1\r\n${host}\r\n`],
  ["port 0", `GET http://a.example:0/ HTTP/1.1\r\n${host}\r\n`],
  ["port 65536", `GET http://a.example:65536/ HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT without a port", `CONNECT a.example HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT to port 0", `CONNECT a.example:0 HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT to a URI", `CONNECT http://a.example:443/ HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT with a path", `CONNECT a.example:443/x HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT with userinfo", `CONNECT a@b.example:443 HTTP/1.1\r\n${host}\r\n`],
  [
    "CONNECT with a length",
    `CONNECT a.example:443 HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nhello`,
  ],
  [
    "CONNECT with chunks",
    `CONNECT a.example:443 HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  // Host and the fields of the hop
  ["no Host", `${get}\r\n`],
  ["two Hosts", `${get}${host}Host: b.example\r\n\r\n`],
  ["two equal Hosts", `${get}${host}${host}\r\n`],
  ["Host with a space", `${get}Host: a.example b.example\r\n\r\n`],
  ["Host list", `${get}Host: a.example, b.example\r\n\r\n`],
  ["Host with a path", `${get}Host: a.example/x\r\n\r\n`],
  ["Host with userinfo", `${get}Host: a@b.example\r\n\r\n`],
  ["empty Host", `${get}Host:\r\n\r\n`],
  ["a second Host with a space before its colon", `${get}${host}Host : b.example\r\n\r\n`],
  ["Host with a port of letters", `${get}Host: a.example:http\r\n\r\n`],
  ["Host with a backslash", `${get}Host: a.example\\b\r\n\r\n`],
  ["two Expects", `${post}Expect: 100-continue\r\nExpect: 100-continue\r\n\r\n`],
  ["Proxy-Connection that is no list", `${get}${host}Proxy-Connection: a b\r\n\r\n`],
  ["Expect of another kind", `${post}Expect: 200-ok\r\nContent-Length: 5\r\n\r\nhello`],
  ["Connection that is no list of tokens", `${get}${host}Connection: a b\r\n\r\n`],
  ["two credentials", `${get}${host}Proxy-Authorization: a\r\nProxy-Authorization: b\r\n\r\n`],
  [
    "CL.TE with a smuggled request",
    `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
];

/** A request that is taken, and what of it goes on. */
export interface Normalised {
  title: string;
  sent: string;
  /** These stand in the head that goes on … */
  has: readonly string[];
  /** … and none of these (lower case), however its letters are written. */
  hasNot: readonly string[];
}
export const normalises: readonly Normalised[] = [
  {
    title: "Host becomes the URI's authority",
    sent: "GET http://a.example:8080/x HTTP/1.1\r\nHost: b.example\r\n\r\n",
    has: ["GET /x HTTP/1.1\r\n", "\r\nHost: a.example:8080\r\n"],
    hasNot: ["b.example"],
  },
  {
    title: "Proxy-* stays here",
    sent: [
      `${get}${host}Proxy-Authorization: Basic YWxpY2UxOnNlY3JldDE=`,
      "Proxy-Connection: keep-alive",
      "Proxy-Foo: x\r\n\r\n",
    ].join("\r\n"),
    has: ["GET / HTTP/1.1\r\n"],
    hasNot: ["proxy-", "ywxpy2uxonnly3jldde"],
  },
  {
    title: "hop-by-hop fields stay here, and those that Connection names",
    sent: [
      `${get}${host}Connection: close, X-Mine`,
      "X-Mine: 1\r\nKeep-Alive: 5\r\nTE: trailers",
      "Trailer: X\r\nX-Yours: 2\r\n\r\n",
    ].join("\r\n"),
    has: ["X-Yours: 2\r\n"],
    hasNot: ["x-mine", "keep-alive", "\r\nte:", "trailer"],
  },
  {
    title: "no upgrade passes, to h2c or anything",
    sent: [
      `${get}${host}Connection: Upgrade, HTTP2-Settings`,
      "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
    ].join("\r\n"),
    has: ["GET / HTTP/1.1\r\n"],
    hasNot: ["upgrade", "h2c", "http2-settings"],
  },
  {
    title: "Connection cannot take framing or Host away",
    sent: `${post}Connection: Content-Length, Host\r\nContent-Length: 5\r\n\r\nhello`,
    has: ["\r\nHost: a.example\r\n", "\r\nContent-Length: 5\r\n"],
    hasNot: [],
  },
  {
    title: "a length is written anew",
    sent: `${post}Content-Length:   0005  \r\n\r\nhello`,
    has: ["\r\nContent-Length: 5\r\n"],
    hasNot: ["0005"],
  },
  {
    title: "a coding is written anew",
    sent: `${post}transfer-ENCODING: CHUNKED\r\n\r\n0\r\n\r\n`,
    has: ["\r\nTransfer-Encoding: chunked\r\n"],
    hasNot: [],
  },
  {
    title: "a URI without a path gets one, its host is in small letters",
    sent: "GET HTTP://A.EXAMPLE.?q=1 HTTP/1.1\r\nHost: A.EXAMPLE.\r\n\r\n",
    has: ["GET /?q=1 HTTP/1.1\r\n", "\r\nHost: a.example\r\n"],
    hasNot: [],
  },
  {
    title: "OPTIONS without a path asks for *",
    sent: "OPTIONS http://a.example HTTP/1.1\r\nHost: a.example\r\n\r\n",
    has: ["OPTIONS * HTTP/1.1\r\n"],
    hasNot: [],
  },
  {
    title: "who the client is goes no further",
    sent: [
      `${get}${host}X-Forwarded-For: 9.9.9.9`,
      "Forwarded: for=9.9.9.9",
      "Via: 1.1 x\r\nX-Real-IP: 9.9.9.9\r\n\r\n",
    ].join("\r\n"),
    has: ["GET / HTTP/1.1\r\n"],
    hasNot: ["9.9.9.9", "forwarded", "via"],
  },
];

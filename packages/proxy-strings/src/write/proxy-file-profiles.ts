/**
 * Lists for browsers with many profiles. After a proxy stands the link that changes its address
 * (spec/api#rotate), where it has one.
 */
import {
  authority,
  commentLines,
  omittedComment,
  type Proxy,
  type Shape,
  type Shaping,
} from "./proxy-file-parts.ts";

/** One line per proxy; the lists have no escapes, so what would be read otherwise is left out. */
const eachLine = (line: (proxy: Proxy) => string): Shape => ({
  begin: "",
  one: (proxy) =>
    /[\s:@[\]{}]/.test(proxy.user + proxy.password)
      ? commentLines("#", [omittedComment(proxy)])
      : `${line(proxy)}\n`,
  end: () => "",
});
const link = ({ changeIp }: Proxy) => (changeIp === "" ? "" : `[${changeIp}]`);

/** `http://host:port:user:password[link]{name}`, for AdsPower's batch import. */
export const adspower = ({ protocol }: Shaping): Shape =>
  eachLine((proxy) => {
    const login = proxy.user === "" ? "" : `:${proxy.user}:${proxy.password}`;
    const name = proxy.name.replaceAll(/[[\]{}]/g, "");
    return `${protocol}://${authority(proxy)}${login}${link(proxy)}{${name}}`;
  });

/** `http://user:password@host:port[link]`, for Dolphin{anty} and Octo Browser. */
export const dolphin = ({ protocol }: Shaping): Shape =>
  eachLine((proxy) => {
    const login = proxy.user === "" ? "" : `${proxy.user}:${proxy.password}@`;
    return `${protocol}://${login}${authority(proxy)}${link(proxy)}`;
  });

/** The fields of a proxy in GoLogin's API. */
export const gologin = ({ protocol }: Shaping): Shape => ({
  begin: '{"proxies":[',
  one: (proxy) => {
    const { at, host, port, user, password, name, changeIp } = proxy;
    const login = user === "" ? {} : { username: user, password };
    const fields = { mode: protocol, host, port, ...login, customName: name };
    return `${at === 1 ? "" : ","}\n${JSON.stringify(changeIp === "" ? fields : { ...fields, changeIpUrl: changeIp })}`;
  },
  end: () => "\n]}\n",
});

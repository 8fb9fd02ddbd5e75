export type ShareChannel = "mail" | "telegram" | "x";

/** Where a link is handed on, with the message filled in. */
export function shareLinks(given: {
  url: string;
  message: string;
  subject: string;
}): { way: ShareChannel; href: string }[] {
  const url = encodeURIComponent(given.url);
  const text = encodeURIComponent(given.message);
  const subject = encodeURIComponent(given.subject);
  return [
    { way: "mail", href: `mailto:?subject=${subject}&body=${text}%0A${url}` },
    { way: "telegram", href: `https://t.me/share/url?url=${url}&text=${text}` },
    { way: "x", href: `https://x.com/intent/post?text=${text}&url=${url}` },
  ];
}

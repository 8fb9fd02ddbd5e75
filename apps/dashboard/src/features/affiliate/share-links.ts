export type ShareChannel = "mail" | "telegram" | "x";

/** Links that share the URL through other services, with the message filled in. */
export function shareLinks(share: {
  url: string;
  message: string;
  subject: string;
}): { way: ShareChannel; href: string }[] {
  const url = encodeURIComponent(share.url);
  const text = encodeURIComponent(share.message);
  const subject = encodeURIComponent(share.subject);
  return [
    { way: "mail", href: `mailto:?subject=${subject}&body=${text}%0A${url}` },
    { way: "telegram", href: `https://t.me/share/url?url=${url}&text=${text}` },
    { way: "x", href: `https://x.com/intent/post?text=${text}&url=${url}` },
  ];
}

import { Anchor } from "@mantine/core";
import { Link } from "react-router";

/** A sentence with `<terms>…</terms>` and `<policy>…</policy>`, in whatever order a language has. */
export function Agreement(props: { words: string }) {
  const parts = props.words.split(/<(terms|policy)>(.*?)<\/\1>/);
  // Split so, every third part is text, and a page's name and its words follow.
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 2) return null;
    return (
      <Anchor key={part} component={Link} to={`/${part}`} target="_blank" underline="always">
        {parts[index + 1]}
      </Anchor>
    );
  });
}

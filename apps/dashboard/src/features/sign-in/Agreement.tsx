import { Anchor } from "@mantine/core";
import { Link } from "react-router";

/** A sentence with `<terms>…</terms>` and `<policy>…</policy>`, in any order. */
export function Agreement(props: { words: string }) {
  const parts = props.words.split(/<(terms|policy)>(.*?)<\/\1>/);
  // The split yields triples: text, a page's name, and its link text.
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

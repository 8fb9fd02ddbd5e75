import { Title } from "@mantine/core";
import classes from "./LegalText.module.css";

/**
 * A legal document: its title, and its text as the API renders it, which has no scripts, styles,
 * images or raw HTML of its author.
 */
export function LegalText(props: {
  title: string;
  html: string;
  lang?: string;
  order?: 1 | 2 | 3;
}) {
  return (
    <article className={classes.text} {...(props.lang ? { lang: props.lang } : {})}>
      <Title order={props.order ?? 1}>{props.title}</Title>
      <div dangerouslySetInnerHTML={{ __html: props.html }} />
    </article>
  );
}

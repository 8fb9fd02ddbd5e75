import { Stack, Text, Title } from "@mantine/core";
import { formatDate } from "./lib/format.ts";

/** A news item on the home page; with `lines` its text is cut to that many lines. */
export function NewsArticle(props: {
  title: string;
  body: string;
  at: string;
  lang?: string;
  lines?: number;
}) {
  return (
    <Stack gap={2} component="article" {...(props.lang ? { lang: props.lang } : {})}>
      <Title order={3}>{props.title}</Title>
      <Text component="time" dateTime={props.at} fz="xs" c="dimmed">
        {formatDate(props.at)}
      </Text>
      <Text
        fz="sm"
        maw="72ch"
        style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}
        {...(props.lines === undefined ? {} : { lineClamp: props.lines })}
      >
        {props.body}
      </Text>
    </Stack>
  );
}

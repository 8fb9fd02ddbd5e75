import { Stack, Text, Title } from "@mantine/core";
import { formatDate } from "./lib/format.ts";

/** A piece of news, as the home page shows it. */
export function NewsArticle(props: { title: string; body: string; at: string; lang?: string }) {
  return (
    <Stack gap={4} component="article" {...(props.lang ? { lang: props.lang } : {})}>
      <Title order={3}>{props.title}</Title>
      <Text component="time" dateTime={props.at} fz="xs" c="dimmed">
        {formatDate(props.at)}
      </Text>
      <Text maw="72ch" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
        {props.body}
      </Text>
    </Stack>
  );
}

import { Alert, Center, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Logo } from "@turnpike/ui/Logo.tsx";
import { useBrand } from "@turnpike/ui/lib/brand.ts";
import { type ReactNode, useEffect } from "react";
import { useT } from "../../lib/words.ts";
import classes from "./card.module.css";

/** The card on pages outside the console. */
export function Card(props: {
  title: string;
  text?: ReactNode;
  /** Why the last attempt failed. */
  fault?: string;
  children?: ReactNode;
}) {
  const t = useT();
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${props.title} · ${name}`;
  }, [props.title, name]);
  return (
    <Center component="main" className={classes.page}>
      <Stack gap="lg" w="100%" maw={400}>
        <Group gap={8}>
          <Logo />
          <Text span c="dimmed" fw={550}>
            {t("product")}
          </Text>
        </Group>
        <Paper className={classes.card ?? ""} p={{ base: "lg", sm: "xl" }}>
          <Stack gap="md">
            <Stack gap={4}>
              <Title order={1} fz="xl">
                {props.title}
              </Title>
              {props.text && (
                <Text c="dimmed" fz="sm" component="div">
                  {props.text}
                </Text>
              )}
            </Stack>
            {props.fault && (
              <Alert color="red" role="alert">
                {props.fault}
              </Alert>
            )}
            {props.children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}

import { Box, Grid, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { WhitelistPanel } from "../whitelist/WhitelistPanel.tsx";
import { BuyDialog } from "../order/BuyDialog.tsx";
import classes from "./extraction.module.css";
import { LinkBuilder } from "./LinkBuilder.tsx";
import { LinkList } from "./LinkList.tsx";
import { LinkPreview } from "./LinkPreview.tsx";
import { useBuilder } from "./use-builder.ts";

/** The dialogs' translations load with the screen, so opening a dialog does not suspend it. */
const areas = ["extract", "buy", "parts"] as const;

/**
 * Links that return proxies to programs (spec/dashboard#screens). The page of links is in the URL;
 * `?dialog=ip` and `?dialog=traffic` buy the balance that calls are paid from.
 */
export function Extraction() {
  const { t } = useTranslation(areas);
  const [{ dialog }, setUrl] = useUrlText(["dialog"], { keepsPage: true });
  const builder = useBuilder();
  const preview = useScrollToPreview(builder.ready !== null);
  const top = useRef<HTMLDivElement>(null);
  const create = () => {
    top.current?.scrollIntoView({ block: "start", behavior: "smooth" });
    top.current?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
  };
  return (
    <>
      <PlaceHeader description={t("description")} />
      <Stack gap="lg">
        <Grid gap="lg" ref={top}>
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <LinkBuilder builder={builder} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <Box className={classes.side ?? ""} ref={preview}>
              <Stack gap="lg">
                <LinkPreview
                  builder={builder}
                  onBuy={() => setUrl({ dialog: builder.form.values.plan })}
                />
                <WhitelistPanel
                  title={t("who.title")}
                  help={t("who.help")}
                  empty={t("who.empty")}
                />
              </Stack>
            </Box>
          </Grid.Col>
        </Grid>
        <LinkList onCreate={create} />
      </Stack>
      <BuyDialog
        opened={dialog === "ip" || dialog === "traffic"}
        start={{ kind: dialog === "traffic" ? "traffic" : "ip" }}
        onClose={() => setUrl({ dialog: "" })}
      />
    </>
  );
}

/** On a phone the created link is below the form: scrolls it into view. */
function useScrollToPreview(created: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (created) ref.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [created]);
  return ref;
}

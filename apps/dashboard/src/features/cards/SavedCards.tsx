import { ActionIcon, Badge, Box, Button, Group, Stack, Text } from "@mantine/core";
import { maxSavedCards } from "@turnpike/rules/top-up.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { IconCreditCard, IconCreditCardOff, IconPlus, IconTrash } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { useCommand } from "../../lib/use-command.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { cardEnd, cardName, isOver, type SavedCard } from "./card-text.ts";
import classes from "./cards.module.css";

/** The cards that are saved; a further one is entered at the provider's page. */
export function SavedCards() {
  const { t } = useTranslation("setting-cards");
  const list = useCall("cards", {});
  const methods = useCall("paymentMethods", {});
  const plan = useCall("autoTopUp", {});
  const begin = useCommand("cardAdd");
  const items = list.data?.items;
  const isFull = (items?.length ?? 0) >= maxSavedCards;
  // Without a provider for cards here, none can be added; those from before can be deleted.
  const isOffered = methods.data?.items.some(({ id }) => id === "card") ?? true;
  const add = isOffered && (
    <Button
      size="xs"
      disabled={isFull}
      loading={begin.busy}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => void begin.send({}, ({ url }) => window.location.assign(url))}
    >
      {t("add")}
    </Button>
  );
  return (
    <Panel
      flush
      title={t("title")}
      description={isFull ? t("full", { most: formatNumber(maxSavedCards) }) : t("description")}
      actions={items && items.length > 0 && add}
    >
      {items === undefined ? (
        <Box p={list.error ? 0 : "md"}>
          {list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <LineSkeletons lines={2} height={22} />
          )}
        </Box>
      ) : items.length === 0 ? (
        <EmptyState
          icon={isOffered ? <IconCreditCard size={22} /> : <IconCreditCardOff size={22} />}
          title={t(isOffered ? "none" : "notOffered")}
          text={t(isOffered ? "noneHelp" : "notOfferedHelp")}
          action={add}
        />
      ) : (
        <ul className={classes.rows} aria-label={t("title")}>
          {items.map((card) => (
            <CardRow
              key={card.id}
              card={card}
              isCharged={plan.data?.enabled === true && plan.data.cardId === card.id}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function CardRow({ card, isCharged }: { card: SavedCard; isCharged: boolean }) {
  const { t } = useTranslation("setting-cards");
  const over = isOver(card, useNow());
  const name = cardName(card);
  const remove = () =>
    openAct({
      call: "cardDel",
      input: { id: card.id },
      danger: true,
      title: t("remove.title"),
      text: t(isCharged ? "remove.textCharged" : "remove.text", { name }),
      submit: t("remove.confirm"),
      done: () => t("remove.done"),
    });
  return (
    <li className={classes.row}>
      <Stack gap={2} className={classes.grows ?? ""}>
        <Group gap="xs">
          <Text span fw={600}>
            {name}
          </Text>
          {over && <Badge color="red">{t("over")}</Badge>}
          {isCharged && <Badge>{t("charged")}</Badge>}
        </Group>
        <Text span fz="sm" c="dimmed">
          {t(over ? "endedAt" : "endsAt", { end: cardEnd(card) })}
        </Text>
      </Stack>
      <ActionIcon
        size={30}
        variant="default"
        aria-label={t("removeNamed", { name })}
        onClick={remove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

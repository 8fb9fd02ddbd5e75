import { ActionIcon, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { maxSavedCards } from "@turnpike/rules/top-up.ts";
import { IconCreditCard, IconCreditCardOff, IconPlus, IconTrash } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { EntryPanel } from "@turnpike/ui/EntryPanel.tsx";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
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
  const isFull = (list.data?.items.length ?? 0) >= maxSavedCards;
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
    <EntryPanel
      of={list}
      rowsOf={(answer) => answer.items}
      lines={2}
      title={t("title")}
      description={isFull ? t("full", { most: formatNumber(maxSavedCards) }) : t("description")}
      action={add}
      empty={{
        icon: isOffered ? <IconCreditCard size={22} /> : <IconCreditCardOff size={22} />,
        title: t(isOffered ? "none" : "notOffered"),
        text: t(isOffered ? "noneHelp" : "notOfferedHelp"),
      }}
      listClass={classes.rows}
    >
      {(card) => (
        <CardRow
          key={card.id}
          card={card}
          isCharged={plan.data?.enabled === true && plan.data.cardId === card.id}
        />
      )}
    </EntryPanel>
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

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect } from "react";
import { type CallParameters, type CallRefused, callApi } from "../../lib/call.ts";

const TYPING_MS = 150;

/** A product by its SKU, or what is sold of a kind for a period. */
export interface QuotedProduct {
  sku: string;
  days?: number | undefined;
  region?: string | undefined;
  /** Of something bought before: also where new ones are not sold. */
  renewal?: true | undefined;
}

/** Asks for a new price when a purchase finds that the shown one is no longer kept (spec/money#quotes). */
export function useRequote(refusal: Pick<CallRefused, "reason"> | null): void {
  const client = useQueryClient();
  const isExpired = refusal?.reason === "quoteExpired";
  useEffect(() => {
    if (isExpired) void client.resetQueries({ queryKey: ["quote"] });
  }, [client, isExpired]);
}

/** The price of an order while it is being typed; the dialog shows refusals, without a toast. */
export function useQuote(
  choice: QuotedProduct & {
    /** Null if no quantity has been chosen. */
    quantity: number | null;
    couponId: string | null;
  },
) {
  const { quantity, couponId, ...product } = choice;
  const parameters = {
    ...(product as Pick<CallParameters<"quote">, "sku" | "days" | "region" | "renewal">),
    quantity: quantity ?? 0,
    ...(couponId ? { couponId } : {}),
  };
  const wanted = quantity === null ? "" : JSON.stringify(parameters);
  const [settled] = useDebouncedValue(wanted, TYPING_MS);
  const quote = useQuery({
    queryKey: ["quote", settled],
    queryFn: ({ signal }) => {
      const settledParameters = JSON.parse(settled) as typeof parameters;
      return callApi("quote", settledParameters, { signal, handles: () => true });
    },
    placeholderData: keepPreviousData,
    retry: false,
    enabled: settled !== "",
  });
  const current = settled === wanted && !quote.isPlaceholderData;
  return { ...quote, current };
}

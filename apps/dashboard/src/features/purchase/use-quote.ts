import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { callApi } from "../../lib/call.ts";

const TYPING_MS = 150;

/** The price of an order while it is being typed; the dialog shows refusals, without a toast. */
export function useQuote(choice: {
  sku: string;
  /** Null if no quantity has been chosen. */
  quantity: number | null;
  couponId: string | null;
}) {
  const { sku, quantity, couponId } = choice;
  const parameters = { sku, quantity: quantity ?? 0, ...(couponId ? { couponId } : {}) };
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

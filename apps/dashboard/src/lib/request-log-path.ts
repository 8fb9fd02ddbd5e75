/** The path of the request log that shows one request, by its `X-Request-Id`. */
export const requestLogPath = (id: string): string => {
  const text = encodeURIComponent(id);
  return `/cli/request-log?search=${text}&row=${text}`;
};

/** An exact hour: "10:40", "10:40:12", "10h40". */
export const MINUTE = /(?<![\d:.])\d{1,2}(?::\d{2}(?::\d{2})?|h[0-5]\d)(?![\d%:])/;

/** An hour as people write it: also "10.40", "7 pm", "18 Uhr", "9h". */
export const HOUR =
  /(?<![\d:.])\d{1,2}[:.]\d{2}(?![\d%]|\.\d)|(?<!\d)\d{1,2}\s?(?:am|pm|hrs?|uhr|h(?:[0-5]\d)?)(?![\p{L}\d])/iu;

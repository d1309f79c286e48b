// A label within a sentence: "Tracking URL" becomes "tracking URL", "Terms › CPA" becomes "terms › CPA". A first word with
// further capitals stays as it is: "API URL", "SubID 1".
export const inSentence = (label: string): string => label.replaceAll(/(?<=^|› )[A-Z](?=[^A-Z\s›]*(?:[\s›]|$))/g, (letter) => letter.toLowerCase());

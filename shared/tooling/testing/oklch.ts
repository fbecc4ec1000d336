/** Linear-light sRGB, each part 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

const clamp = (part: number) => Math.min(1, Math.max(0, part));

/**
 * Reads `oklch(L C H)`, opaque, with numbers only. Source: CSS Color 4, section 9 and its sample code.
 * @throws Error when the text is anything else
 */
export function parseOklch(text: string): Colour {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text);
  if (!match) throw new Error(`"${text}" is not an opaque oklch() colour.`);
  const [lightness = 0, chroma = 0, hue = 0] = match.slice(1).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const luminance = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** The contrast ratio of two colours, 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

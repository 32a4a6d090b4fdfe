import { visible } from '../code-frame.js';

/** An element: its attributes, and either text or other elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (XmlElement | string)[];
}

/** XML 1.0, each element on a line of its own; one that holds text is not broken up. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}`;
}

function elementText({ name, attributes, children }: XmlElement, indent: string): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(String(value))}"`);
  const open = `${indent}<${name}${head.join('')}`;
  if (children.length === 0) return `${open}/>\n`;
  const inner = children.map((child) =>
    typeof child === 'string' ? contentText(child) : elementText(child, `${indent}  `),
  );
  const isText = children.some((child) => typeof child === 'string');
  return isText
    ? `${open}>${inner.join('')}</${name}>\n`
    : `${open}>\n${inner.join('')}${indent}</${name}>\n`;
}

function attributeText(text: string): string {
  return allowed(visible(text)).replace(/[&<>"']/g, reference);
}

/** Lines stay lines. */
function contentText(text: string): string {
  return allowed(text.split('\n').map(visible).join('\n')).replace(/[&<>]/g, reference);
}

function reference(sign: string): string {
  return `&#${sign.codePointAt(0)};`;
}

/** Of what XML 1.0 forbids, `visible` leaves two characters that stand for nothing. */
function allowed(text: string): string {
  return text.replace(/[\uFFFE\uFFFF]/g, (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase()}>`);
}

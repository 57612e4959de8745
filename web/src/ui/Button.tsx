import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./Icon";

interface Props {
  icon?: IconName;
  /** The tooltip, and the accessible name if only the icon is shown. */
  title?: string;
  /** The accessible name, if it differs from the shown text. */
  label?: string;
  /** The keyboard shortcut. */
  keys?: string;
  class?: string;
  disabled?: boolean;
  pressed?: boolean;
  type?: "button" | "submit";
  onClick?: () => void;
  children?: ComponentChildren;
}

export function Button(props: Props) {
  const title = props.title && props.keys ? `${props.title} (${props.keys})` : props.title;
  return (
    <button
      type={props.type ?? "button"}
      class={`button ${props.children ? "" : "icon-only"} ${props.class ?? ""}`}
      title={title}
      aria-label={props.label ?? (props.children ? undefined : props.title)}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.icon && <Icon name={props.icon} />}
      {props.children && <span class="label">{props.children}</span>}
    </button>
  );
}

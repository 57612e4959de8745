import { Component, type ComponentType, h } from "preact";

/** A component that is drawn again only when one of its properties is another. */
export function memo<P extends object>(view: ComponentType<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((key) => next[key] !== this.props[key]);
    }

    override render(props: P) {
      return h(view, props as P & { key?: never });
    }
  };
}

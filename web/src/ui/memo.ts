import { Component, type ComponentType, h } from "preact";

/** Memoizes a component: it renders again only if a property changes. */
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

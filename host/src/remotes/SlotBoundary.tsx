import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown in place of children that threw. */
  readonly fallback: ReactNode;
  readonly onCrash: (error: unknown) => void;
}

interface State {
  readonly crashed: boolean;
}

/** Catches what a remote throws in render or in an effect; the rest of the page never hears of it. */
export class SlotBoundary extends Component<Props, State> {
  override state: State = { crashed: false };

  static getDerivedStateFromError(): State {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.crashed ? this.props.fallback : this.props.children;
  }
}

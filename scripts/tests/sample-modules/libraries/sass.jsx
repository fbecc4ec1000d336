import sass from './sass.module.scss';
import less from './less.module.less';
import Logo from './logo.svg?react';
import Text from './text.mdx';

export default () => (
  <div>
    <p id="sass" className={sass.text}>
      sass <Logo />
    </p>
    <div className={less.text}>
      <Text />
    </div>
  </div>
);

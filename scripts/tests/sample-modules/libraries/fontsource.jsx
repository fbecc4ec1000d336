import '@fontsource/inter';
import './sheet.scss';

export default () => (
  <div className="pricing-root">
    <p id="fontsource" className="rdp-day_button">
      fontsource
    </p>
  </div>
);

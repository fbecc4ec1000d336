import { Swiper, SwiperSlide } from 'swiper/react';
import './swiper.scss';

export default () => (
  <div className="pricing-root" id="swiper">
    <Swiper spaceBetween={50} slidesPerView={3}>
      <SwiperSlide>swiper 1</SwiperSlide>
      <SwiperSlide>2</SwiperSlide>
    </Swiper>
  </div>
);

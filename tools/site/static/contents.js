// The contents stand open beside a page where there is room for them, and are a line to open where there is none.
document.querySelector("details.contents").open = matchMedia("(min-width: 1080px)").matches;
